import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { balanced } from '../rules/journal.ts'
import type { Journal, LedgerFact } from '../rules/journal.ts'
import {
  journalInsert,
  selectBalances,
  selectViolations,
  selectCreditMoves,
  selectCreditOwed,
  selectFacts,
  selectMovements,
} from './ledger-store.ts'

/**
 * Posts facts of money in the caller's transaction, which is the one that makes them true. A fact that is posted
 * already is left as it is. RangeError for a journal that does not sum to zero; the database refuses it at commit too.
 */
export const postJournals = async (tx: Tx, journals: readonly Journal[]): Promise<void> => {
  if (journals.length > 0) await tx.defer(journalInsert(tx, journals.map(balanced)))
}

/** As `postJournals`, for one; answers whether it is new. */
export const postJournal = async (tx: Tx, journal: Journal): Promise<boolean> => {
  const written = await journalInsert(tx, [balanced(journal)]).executeTakeFirst()
  return (written.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** One account of the books, with what is kept apart in it; debits positive. */
export interface LedgerBalance {
  readonly account: string
  readonly detail: string
  readonly cents: number
}

/** The trial balance: what stands in each account. */
export const trialBalance = (db: Kysely<Database>): Promise<readonly LedgerBalance[]> => selectBalances(db)

/** What one kind of fact moved in an account over some days; debits positive. */
export interface LedgerMovement extends LedgerBalance {
  readonly fact: string
}

/** What the days from `from` on and before `to` moved in each account, by kind of fact. */
export const movementsBetween = (
  db: Kysely<Database>,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): Promise<readonly LedgerMovement[]> => selectMovements(db, from, to)

/** How many facts of a kind are posted, and what they took in (positive) or gave back (negative). */
export interface PostedFacts {
  readonly count: number
  readonly receivableCents: number
  /** The same for the credit of members. */
  readonly creditCents: number
}

/** What is posted of one kind of fact, for comparing the books with the orders. */
export const postedFacts = async (db: Kysely<Database>, fact: LedgerFact): Promise<PostedFacts> => {
  const found = (await selectFacts(db)).find((one) => one.fact === fact)
  const { count = 0, cents = 0, credit_cents: creditCents = 0 } = found ?? {}
  return { count, receivableCents: cents, creditCents }
}

/** A sentence for each law of the books that is broken; none when they are whole. */
export const unbalancedLedger = (db: Kysely<Database>): Promise<readonly string[]> => selectViolations(db)

/** What moved a member's credit: given and given back positive, used and lapsed negative; the oldest first. */
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

/** What the books owe each member who ever had credit, in cents. */
export const creditOwed = (
  db: Kysely<Database>,
): Promise<readonly { readonly accountId: string; readonly cents: number }[]> => selectCreditOwed(db)
