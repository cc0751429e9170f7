import type { Cents, Currency } from '#shared/money.ts'
import { sumCents } from '#shared/money.ts'

/** The chart of accounts; the table `ledger_account` holds the same, with names for people. */
export const accounts = [
  'receivable',
  'owed-deliveries',
  'tax-payable',
  'member-credit',
  'revenue',
  'shipping',
  'discounts',
  'refunds',
  'credit-given',
  'processor-fees',
  'bank',
  'disputed',
  'dispute-losses',
  'dispute-fees',
] as const

export type LedgerAccount = (typeof accounts)[number]

/** What a journal records; each fact is posted once. */
export type LedgerFact =
  | 'order-placed'
  | 'order-shipped'
  | 'order-canceled'
  | 'refund-settled'
  | 'refund-reversed'
  | 'processor-fee'
  | 'payout-paid'
  | 'payout-failed'
  | 'credit-given'
  | 'credit-lapsed'
  | 'dispute-withdrawn'
  | 'dispute-reinstated'
  | 'dispute-lost'
  | 'dispute-recovered'

/** One side of a journal: debits are positive cents, credits negative. */
export interface Posting {
  readonly account: LedgerAccount
  /** The detail of the account: processor, jurisdiction, product group, code; `''` for none. */
  readonly detail: string
  readonly cents: Cents
}

/** A fact of money with its postings, all in one currency. */
export interface Journal {
  readonly fact: LedgerFact
  /** Of the order, the refund … */
  readonly factId: string
  /** The order it is about; null for credit, fees and payouts. */
  readonly orderId: string | null
  /** The member it is about; null for fees and payouts. */
  readonly accountId: string | null
  readonly currency: Currency
  readonly postings: readonly Posting[]
}

export const debit = (account: LedgerAccount, cents: Cents, detail = ''): Posting => ({
  account,
  detail,
  cents,
})

export const credit = (account: LedgerAccount, cents: Cents, detail = ''): Posting => ({
  account,
  detail,
  // Not -0.
  cents: 0 - cents,
})

/** The opposite of a journal, as another fact: it reverses the first one. */
export const reversed = (journal: Journal, fact: LedgerFact): Journal => ({
  ...journal,
  fact,
  postings: journal.postings.map((posting) => ({ ...posting, cents: 0 - posting.cents })),
})

/** A journal without its empty postings. RangeError when the others do not sum to zero. */
export const balanced = (journal: Journal): Journal => {
  const postings = journal.postings.filter(({ cents }) => cents !== 0)
  const sum = sumCents(postings.map(({ cents }) => cents))
  if (sum !== 0) throw new RangeError(`${journal.fact} ${journal.factId} is off by ${sum} cents`)
  return { ...journal, postings }
}
