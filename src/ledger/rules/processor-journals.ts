import type { Cents, Currency } from '#shared/money.ts'
import { balanced, credit, debit } from './journal.ts'
import type { Journal, LedgerFact } from './journal.ts'

/** A sum that the processor keeps or pays, with its name. */
interface ProcessorSum {
  /** Of the entry or the payout. */
  readonly id: string
  readonly processor: string
  readonly cents: Cents
  readonly currency: Currency
}

const journalHeader = (fact: LedgerFact, { id, currency }: ProcessorSum) => ({
  fact,
  factId: id,
  orderId: null,
  accountId: null,
  currency,
})

/** What the processor keeps of what it owes the shop; negative cents are given back. */
export const processorFee = (fee: ProcessorSum): Journal =>
  balanced({
    ...journalHeader('processor-fee', fee),
    postings: [
      debit('processor-fees', fee.cents, fee.processor),
      credit('receivable', fee.cents, fee.processor),
    ],
  })

/** What the processor pays to the bank; negative cents are taken from it. */
export const payoutPaid = (payout: ProcessorSum): Journal =>
  balanced({
    ...journalHeader('payout-paid', payout),
    postings: [
      debit('bank', payout.cents, payout.processor),
      credit('receivable', payout.cents, payout.processor),
    ],
  })

/** Whose money a dispute is about. */
interface LedgerDispute {
  readonly orderId: string
  readonly accountId: string
  /** Who took the money back. */
  readonly processor: string
  readonly currency: Currency
}

/** Money that the processor moved: negative cents were taken from the shop, positive ones came back. */
interface DisputeMovement {
  readonly id: string
  readonly cents: Cents
  /** What the processor kept for itself; negative when it gave that back. */
  readonly feeCents: Cents
}

const header = (dispute: LedgerDispute, fact: LedgerFact, factId: string) => ({
  fact,
  factId,
  orderId: dispute.orderId,
  accountId: dispute.accountId,
  currency: dispute.currency,
})

/** Taken, or given back; nothing is lost or won by that. The fee is spent either way. */
export const disputeMoved = (dispute: LedgerDispute, { id, cents, feeCents }: DisputeMovement): Journal => {
  const { processor } = dispute
  return balanced({
    ...header(dispute, cents < 0 ? 'dispute-withdrawn' : 'dispute-reinstated', id),
    postings: [
      debit('disputed', 0 - cents, processor),
      debit('dispute-fees', feeCents, processor),
      debit('receivable', cents - feeCents, processor),
    ],
  })
}

/**
 * The bank decided for its customer: `cents` of what was taken are a loss; negative, when a decision was reversed.
 * `eventId` is the entry of the history that says so. The tax of the order stays owed.
 */
export const disputeWrittenOff = (dispute: LedgerDispute, eventId: string, cents: Cents): Journal =>
  balanced({
    ...header(dispute, cents > 0 ? 'dispute-lost' : 'dispute-recovered', eventId),
    postings: [
      debit('dispute-losses', cents, dispute.processor),
      credit('disputed', cents, dispute.processor),
    ],
  })
