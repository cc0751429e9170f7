import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { balanced, reversed } from '../rules/journal.ts'
import type { Journal, LedgerAccount, LedgerFact } from '../rules/journal.ts'
import {
  journalInsert,
  selectBalances,
  selectViolations,
  selectCreditMoves,
  selectCreditOwed,
  selectDisputePostings,
  selectFacts,
  selectJournal,
  selectMovements,
} from './ledger-store.ts'

export { selectPostingsOfOrder as postingsOfOrder } from './ledger-store.ts'

/**
 * Posts facts of money in the caller's transaction, which is the one that makes them true. A fact that is posted
 * already is skipped. RangeError for a journal that does not sum to zero; the database refuses it at commit too.
 */
export const postJournals = async (tx: Tx, journals: readonly Journal[]): Promise<void> => {
  if (journals.length > 0) await tx.defer(journalInsert(tx, journals.map(balanced)))
}

/** As `postJournals`, for one; answers whether it is new. */
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

/** One account of the ledger, by detail; debits positive. */
export interface LedgerBalance {
  readonly account: string
  readonly detail: string
  readonly cents: number
}

/** The trial balance: the balance of each account. */
export const trialBalance = (db: Kysely<Database>): Promise<readonly LedgerBalance[]> => selectBalances(db)

/** What one kind of fact moved in an account over some days; debits positive. */
export interface LedgerMovement extends LedgerBalance {
  readonly fact: string
}

/** The changes in each account on the days from `from` on and before `to`, by kind of fact. */
export const movementsBetween = (
  db: Kysely<Database>,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): Promise<readonly LedgerMovement[]> => selectMovements(db, from, to)

/** How many facts of a kind are posted, and what they received (positive) or refunded (negative). */
export interface PostedFacts {
  readonly count: number
  readonly receivableCents: number
  /** The same for the credit of members. */
  readonly creditCents: number
}

/** The postings of one kind of fact, for comparing the ledger with the orders. */
export const postedFacts = async (db: Kysely<Database>, fact: LedgerFact): Promise<PostedFacts> => {
  const found = (await selectFacts(db)).find((one) => one.fact === fact)
  const { count = 0, cents = 0, credit_cents: creditCents = 0 } = found ?? {}
  return { count, receivableCents: cents, creditCents }
}

/** What disputes moved, in cents: debits positive, that is what is undecided, lost, paid as fees, and received. */
export interface DisputePostings {
  readonly disputed: number
  readonly losses: number
  readonly fees: number
  readonly receivable: number
}

/** The postings of disputes, for comparing the ledger with them. */
export const disputePostings = async (db: Kysely<Database>): Promise<DisputePostings> => {
  const rows = await selectDisputePostings(db)
  const centsOf = (account: LedgerAccount): number => rows.find((row) => row.account === account)?.cents ?? 0
  return {
    disputed: centsOf('disputed'),
    losses: centsOf('dispute-losses'),
    fees: centsOf('dispute-fees'),
    receivable: centsOf('receivable'),
  }
}

/** A sentence for each rule of the ledger that is violated; none when it is consistent. */
export const unbalancedLedger = (db: Kysely<Database>): Promise<readonly string[]> => selectViolations(db)

/** The changes of a member's credit: granted and refunded positive, used and lapsed negative; oldest first. */
export interface CreditMove {
  readonly fact: string
  /** Of the grant, the order, the refund. */
  readonly factId: string
  readonly orderId: string | null
  readonly at: string
  readonly cents: number
}

/** A member's credit move by move. */
export const creditMoves = async (db: Kysely<Database>, accountId: string): Promise<readonly CreditMove[]> =>
  (await selectCreditMoves(db, accountId)).map((row) => ({
    fact: row.fact,
    factId: row.fact_id,
    orderId: row.order_id,
    at: row.posted_at,
    cents: 0 - row.cents,
  }))

/** The credit that the ledger owes each member who ever had some, in cents. */
export const creditOwed = (
  db: Kysely<Database>,
): Promise<readonly { readonly accountId: string; readonly cents: number }[]> => selectCreditOwed(db)
