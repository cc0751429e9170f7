import { isInquiry, needsEvidence } from '#payment/rules/dispute-state.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import { evidenceSections, evidenceTexts } from '../rules/evidence.ts'
import { drawEvidence } from './draw-evidence.ts'
import type { DisputeServices } from './follow-dispute.ts'
import type { Dispute } from './dispute-record.ts'
import { insertEvent, selectById } from './dispute-store.ts'
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

const note = (services: DisputeServices, disputeId: string, kind: 'evidence-submitted' | 'accepted') =>
  inTransaction(services.deps, (tx) =>
    insertEvent(tx, { id: tx.ids.uuid(), disputeId, kind, source: 'operator', note: '' }),
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

/**
 * Sends the evidence to the bank, once: a dispute that was answered before is left as it is (`sent-before`). SHOP_BUSY when
 * the processor does not answer; ACTION_NOT_ALLOWED when it is decided; NOT_FOUND.
 */
export const submitEvidence = async (
  services: DisputeServices,
  id: string,
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
  await note(services, id, 'evidence-submitted')
  return { result: 'sent', dispute: await current(services, id) }
}

/**
 * Gives the money up, for good; given up before, it is left as it is. ACTION_NOT_ALLOWED for an inquiry, which a refund
 * ends, and for what was answered or decided; NOT_FOUND.
 */
export const acceptDispute = async (services: DisputeServices, id: string): Promise<Dispute> => {
  const dispute = await current(services, id)
  if (dispute.state === 'lost') return dispute
  if (isInquiry(dispute.state))
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: 'The bank only asks: refund the order instead.',
      data: { reason: 'inquiry' },
    })
  if (!needsEvidence(dispute.state)) throw closed()
  await services.processor.disputes.accept(dispute.processorDispute)
  await note(services, id, 'accepted')
  return current(services, id)
}
