import { isInquiry, needsEvidence } from '#payment/processor/rules/dispute-state.ts'
import type { Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import { drawDocument } from '#invoice/server/invoices.ts'
import { brand } from '#shared/brand.ts'
import { evidenceSections, evidenceTexts } from '../rules/evidence.ts'
import type { EvidenceSection } from '../rules/evidence.ts'
import type { DisputeServices } from './follow-dispute.ts'
import type { Dispute } from './dispute-record.ts'
import { claimAnswer, insertEvent, releaseAnswer, selectById } from './dispute-store.ts'
import { gatherEvidence } from './gather-evidence.ts'
import { readDispute } from './read-dispute.ts'

const closed = (): ShopError =>
  new ShopError('ACTION_NOT_ALLOWED', {
    detail: 'The bank waits for nothing: the dispute is decided.',
    data: { reason: 'dispute-closed' },
  })

const stored = async ({ deps }: DisputeServices, id: string): Promise<Dispute> => {
  const dispute = await selectById(deps.database, id)
  if (!dispute) throw new ShopError('NOT_FOUND')
  return dispute
}

/** As the processor has it at this moment, so that nothing is answered twice. */
const current = async (services: DisputeServices, id: string): Promise<Dispute> => {
  await readDispute(services, (await stored(services, id)).processorDispute)
  return stored(services, id)
}

/** What is written in the transaction that records an answer: who gave it. */
export type AlsoAnswered = (tx: Tx, dispute: Dispute) => void

const note = (
  services: DisputeServices,
  dispute: Dispute,
  kind: 'evidence-submitted' | 'accepted',
  also: AlsoAnswered | undefined,
) =>
  inTransaction(services.deps, async (tx) => {
    await insertEvent(tx, { id: tx.ids.uuid(), disputeId: dispute.id, kind, source: 'operator', note: '' })
    also?.(tx, dispute)
  })

const beingAnswered = (): ShopError =>
  new ShopError('ACTION_NOT_ALLOWED', {
    detail: 'This dispute is being answered at this moment. See what became of it in a few minutes.',
    data: { reason: 'being-answered' },
  })

/** Longer than any answer to the processor is on its way; after that a process that ended with it holds nothing. */
const answerMinutes = 5

/** Runs `answer` for one operator at a time: what a second one would send was decided without the first. */
const answering = async <T>(services: DisputeServices, id: string, answer: () => Promise<T>): Promise<T> => {
  const { deps } = services
  await stored(services, id)
  const until = deps.clock.now().add({ minutes: answerMinutes })
  if (!(await inTransaction(deps, (tx) => claimAnswer(tx, id, until)))) throw beingAnswered()
  try {
    return await answer()
  } finally {
    await inTransaction(deps, (tx) => releaseAnswer(tx, id, until))
  }
}

/** The evidence as a PDF in the shop's own fonts; the same facts are the same file. */
const drawEvidence = async (
  number: string,
  sections: readonly EvidenceSection[],
): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await drawDocument(
      { title: `Evidence for order ${number}`, author: brand.name, day: '1970-01-01', size: 'LETTER' },
      ({ pdf, root, title }) => {
        const add = (kind: string, draw: () => void): void => void root.add(pdf.struct(kind, {}, draw))
        add('P', () => void pdf.font('strong').fontSize(13).text(brand.name))
        add('H1', () => void pdf.font('text').fontSize(22).text(title).moveDown(0.5))
        for (const section of sections) {
          add('H2', () => void pdf.font('strong').fontSize(11).text(section.title).moveDown(0.2))
          add(
            'P',
            () =>
              void pdf.font('text').fontSize(10).text(section.lines.join('\n'), { lineGap: 2 }).moveDown(),
          )
        }
      },
    ),
  )

/** The evidence for a dispute as a document. NOT_FOUND. */
export const evidenceFile = async (
  services: DisputeServices,
  id: string,
): Promise<{ readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }> => {
  const facts = await gatherEvidence(services.deps, await stored(services, id))
  return {
    name: `evidence-${facts.number}.pdf`,
    bytes: await drawEvidence(facts.number, evidenceSections(facts)),
  }
}

const send = async (
  services: DisputeServices,
  id: string,
  also: AlsoAnswered | undefined,
): Promise<{ readonly result: 'sent' | 'sent-before'; readonly dispute: Dispute }> => {
  const dispute = await current(services, id)
  if (!needsEvidence(dispute.state)) {
    if (dispute.closedAt !== null) throw closed()
    return { result: 'sent-before', dispute }
  }
  const facts = await gatherEvidence(services.deps, dispute)
  const file = await evidenceFile(services, id)
  await services.processor.disputes.submit(dispute.processorDispute, { ...evidenceTexts(facts), file })
  services.deps.reachCrashPoint('dispute: evidence sent')
  await note(services, dispute, 'evidence-submitted', also)
  return { result: 'sent', dispute: await current(services, id) }
}

/**
 * Sends the evidence to the bank, once: a dispute that was answered before is left as it is (`sent-before`). SHOP_BUSY when
 * the processor does not answer; ACTION_NOT_ALLOWED when it is decided, or being answered at this moment; NOT_FOUND.
 */
export const submitEvidence = (
  services: DisputeServices,
  id: string,
  also?: AlsoAnswered,
): ReturnType<typeof send> => answering(services, id, () => send(services, id, also))

const giveUp = async (
  services: DisputeServices,
  id: string,
  also: AlsoAnswered | undefined,
): Promise<Dispute> => {
  const dispute = await current(services, id)
  if (dispute.state === 'lost') return dispute
  if (isInquiry(dispute.state))
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: 'The bank only asks: refund the order instead.',
      data: { reason: 'inquiry' },
    })
  if (!needsEvidence(dispute.state)) throw closed()
  await services.processor.disputes.accept(dispute.processorDispute)
  await note(services, dispute, 'accepted', also)
  return current(services, id)
}

/**
 * Gives the money up, for good; given up before, it is left as it is. ACTION_NOT_ALLOWED for an inquiry, which a refund
 * ends, and for what was answered, decided, or is being answered at this moment; NOT_FOUND.
 */
export const acceptDispute = (services: DisputeServices, id: string, also?: AlsoAnswered): Promise<Dispute> =>
  answering(services, id, () => giveUp(services, id, also))
