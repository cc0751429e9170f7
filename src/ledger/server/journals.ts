import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { balanced, reversed } from '../rules/journal.ts'
import type { Journal, LedgerAccount, LedgerFact } from '../rules/journal.ts'
import {
  journalInsert,
  selectCreditMoves,
  selectDisputePostings,
  selectFacts,
  selectJournal,
  selectCurrencies,
} from './ledger-store.ts'
import type { Currency } from '#shared/money.ts'
import { shopCurrencies } from '#shared/shop-currency.ts'

import { selectTaxLeft } from './ledger-tax-store.ts'

export { selectPostingsOfOrder as postingsOfOrder, selectSaleFacts as saleFacts } from './ledger-store.ts'
export { selectTaxByPlace as taxByPlace } from './ledger-tax-store.ts'

export {
  selectBalances as trialBalance,
  selectAccounts as ledgerAccounts,
  selectDayMovements as dayMovements,
  selectOverdrawn as overdrawnCredit,
  selectViolations as unbalancedLedger,
  selectCreditOwed as creditOwed,
} from './ledger-store.ts'

/**
 * Posts facts of money in the caller's transaction, which is the one that makes them true. A fact that is posted
 * already is skipped. RangeError for a journal that does not sum to zero; the database refuses it at commit too.
 */
export const postJournals = async (tx: Tx, journals: readonly Journal[]): Promise<void> => {
  if (journals.length > 0) await tx.defer(journalInsert(tx, journals.map(balanced)))
}

/** As `postJournals`, for one; returns whether it is new. */
export const postJournal = async (tx: Tx, journal: Journal): Promise<boolean> => {
  const written = await journalInsert(tx, [balanced(journal)]).executeTakeFirst()
  return (written.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Posts the opposite of a journal, once; false when there is no such journal, or it was reversed before. */
export const postReversal = async (
  tx: Tx,
  fact: LedgerFact,
  factId: string,
  as: LedgerFact,
): Promise<boolean> => {
  const journal = await selectJournal(tx.db, fact, factId)
  return journal === null ? false : postJournal(tx, reversed(journal, as))
}

/** What is left of an order's tax after its refunds, by jurisdiction, as the ledger has it. */
export const taxLeftOf = async (
  db: Kysely<Database>,
  orderId: string,
): Promise<ReadonlyMap<string, number>> => new Map(await selectTaxLeft(db, orderId))

/** One account of the ledger, by detail; debits positive. */
export interface LedgerBalance {
  readonly account: string
  readonly detail: string
  readonly currency: Currency
  readonly cents: number
}

/** A sum by currency, in its smallest unit: sums of different currencies are never added up. */
export type Sums = (currency: Currency) => number

/** How many facts of a kind are posted, and what they received (positive) or refunded (negative). */
export interface PostedFacts {
  readonly count: number
  readonly receivableCents: Sums
  /** The same for the credit of members. */
  readonly memberCreditCents: Sums
}

/** The postings of one kind of fact, for comparing the ledger with the orders. */
export const postedFacts = async (db: Kysely<Database>, fact: LedgerFact): Promise<PostedFacts> => {
  const found = (await selectFacts(db)).filter((one) => one.fact === fact)
  const inCurrency = (code: string) => found.find(({ currency }) => currency === code)
  return {
    // A journal has one currency, and none when nothing was paid.
    count: found.reduce((sum, { count }) => sum + count, 0),
    receivableCents: (currency) => inCurrency(currency)?.cents ?? 0,
    memberCreditCents: (currency) => inCurrency(currency)?.credit_cents ?? 0,
  }
}

/** The currencies of the ledger and those that the shop can sell in. */
export const ledgerCurrencies = async (db: Kysely<Database>): Promise<readonly Currency[]> => [
  ...new Set([...shopCurrencies, ...(await selectCurrencies(db))]),
]

/** What disputes moved, by currency: debits positive, that is what is undecided, lost, paid as fees, and received. */
export interface DisputePostings {
  readonly disputed: Sums
  readonly losses: Sums
  readonly fees: Sums
  readonly receivable: Sums
}

/** The postings of disputes, for comparing the ledger with them. */
export const disputePostings = async (db: Kysely<Database>): Promise<DisputePostings> => {
  const rows = await selectDisputePostings(db)
  const centsOf =
    (account: LedgerAccount): Sums =>
    (currency) =>
      rows.find((row) => row.account === account && row.currency === currency)?.cents ?? 0
  return {
    disputed: centsOf('disputed'),
    losses: centsOf('dispute-losses'),
    fees: centsOf('dispute-fees'),
    receivable: centsOf('receivable'),
  }
}

/** The changes of a member's credit: granted and refunded positive, used and lapsed negative; oldest first. */
export interface CreditMove {
  readonly fact: string
  /** Of the grant, the order, the refund. */
  readonly factId: string
  readonly orderId: string | null
  readonly at: string
  readonly currency: Currency
  readonly cents: number
}

/** A member's credit move by move. */
export const creditMoves = async (db: Kysely<Database>, accountId: string): Promise<readonly CreditMove[]> =>
  (await selectCreditMoves(db, accountId)).map((row) => ({
    fact: row.fact,
    factId: row.fact_id,
    orderId: row.order_id,
    at: row.posted_at,
    currency: row.currency,
    cents: 0 - row.cents,
  }))
