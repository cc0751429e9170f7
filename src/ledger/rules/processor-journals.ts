import type { Cents, Currency } from '#shared/money.ts'
import { balanced, credit, debit } from './journal.ts'
import type { Journal, LedgerFact } from './journal.ts'

/** A sum that the processor keeps or pays, with its name. */
export interface ProcessorSum {
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
