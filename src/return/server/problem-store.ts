import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { instantOrNull } from '#shared/dates.ts'
import { problemKinds, problemStates, problemWishes } from '../rules/problem-offer.ts'
import type { ProblemKind, ProblemState, ProblemWish } from '../rules/problem-offer.ts'
import type { ReturnedLine } from '../rules/return-offer.ts'

/** What a buyer says is wrong with an order. */
export interface Problem {
  readonly id: string
  readonly number: string
  readonly orderId: string
  readonly accountId: string
  readonly requestId: string
  readonly kind: ProblemKind
  readonly wish: ProblemWish
  readonly details: string
  readonly state: ProblemState
  /** Resolved without an operator. */
  readonly isAutomatic: boolean
  readonly refundId: string | null
  /** Of an operator, as its buyer reads it. */
  readonly note: string | null
  readonly reportedAt: Temporal.Instant
  readonly resolvedAt: Temporal.Instant | null
  readonly lines: readonly ReturnedLine[]
}

const StoredEnums = z.object({
  kind: z.enum(problemKinds),
  wish: z.enum(problemWishes),
  state: z.enum(problemStates),
})

type Db = Kysely<Database>
type Row = Selectable<Database['order_problem']>

const withLines = async (db: Db, rows: readonly Row[]): Promise<Problem[]> => {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const query = db.selectFrom('order_problem_line').selectAll().where('problem_id', 'in', ids)
  const lines = Map.groupBy(await query.orderBy('position').execute(), (line) => line.problem_id)
  return rows.map((row) => ({
    ...StoredEnums.parse(row),
    id: row.id,
    number: row.number,
    orderId: row.order_id,
    accountId: row.account_id,
    requestId: row.request_id,
    details: row.details,
    isAutomatic: row.is_automatic,
    refundId: row.refund_id,
    note: row.note,
    reportedAt: Temporal.Instant.from(row.reported_at),
    resolvedAt: instantOrNull(row.resolved_at),
    lines: (lines.get(row.id) ?? []).map(({ position, quantity }) => ({ position, quantity })),
  }))
}

const problems = (db: Db) =>
  db.selectFrom('order_problem').selectAll().orderBy('reported_at').orderBy('number')

/** The problems of an order, oldest first. */
export const selectProblemsOf = async (db: Db, orderId: string): Promise<Problem[]> =>
  withLines(db, await problems(db).where('order_id', '=', orderId).execute())

/** The problems of a member, oldest first. */
export const selectProblemsOfAccount = async (db: Db, accountId: string): Promise<Problem[]> =>
  withLines(db, await problems(db).where('account_id', '=', accountId).execute())

/** Those that wait for an operator, oldest first. */
export const selectOpenProblems = async (db: Db): Promise<Problem[]> =>
  withLines(db, await problems(db).where('state', '=', 'open').execute())

export const selectProblem = async (db: Db, id: string): Promise<Problem | null> =>
  (await withLines(db, await problems(db).where('id', '=', id).execute()))[0] ?? null

export const selectProblemByNumber = async (db: Db, number: string): Promise<Problem | null> =>
  (await withLines(db, await problems(db).where('number', '=', number).execute()))[0] ?? null

type NewProblem = Omit<Problem, 'state' | 'isAutomatic' | 'refundId' | 'note' | 'resolvedAt'>

/** Writes a problem that waits; the caller holds the lock of its order. */
export const insertProblem = async (tx: Tx, one: NewProblem): Promise<void> => {
  await tx.db
    .insertInto('order_problem')
    .values({
      id: one.id,
      number: one.number,
      order_id: one.orderId,
      account_id: one.accountId,
      request_id: one.requestId,
      kind: one.kind,
      wish: one.wish,
      details: one.details,
      state: 'open',
      reported_at: one.reportedAt.toString(),
    })
    .execute()
  const lines = one.lines.map((line) => ({ problem_id: one.id, order_id: one.orderId, ...line }))
  await tx.db.insertInto('order_problem_line').values(lines).execute()
}

/** How a problem ends. */
export interface ProblemEnd {
  readonly state: Exclude<ProblemState, 'open'>
  readonly isAutomatic: boolean
  readonly refundId: string | null
  readonly shipmentId: string | null
  readonly note: string | null
}

/** Ends a problem that waits; the caller holds the lock of its order and has read it under that lock. */
export const endProblem = async (tx: Tx, id: string, end: ProblemEnd): Promise<void> => {
  await tx.db
    .updateTable('order_problem')
    .set({
      state: end.state,
      is_automatic: end.isAutomatic,
      refund_id: end.refundId,
      shipment_id: end.shipmentId,
      note: end.note,
      resolved_at: tx.now.toString(),
    })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
}

/**
 * Whether an account may have a problem resolved without an operator now, once in this many days; of two at the same moment one
 * may. Taken after the lock of the order and before that of the charge.
 */
export const claimAutomatic = async (tx: Tx, accountId: string, days: number): Promise<boolean> => {
  const now = tx.now.toString()
  const before = tx.now.subtract({ hours: days * 24 }).toString()
  const claimed = await tx.db
    .insertInto('order_problem_automatic')
    .values({ account_id: accountId, resolved_at: now })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ resolved_at: now })
        .where('order_problem_automatic.resolved_at', '<=', sql<string>`${before}::timestamptz`),
    )
    .returning('account_id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** What a member wrote, and what staff answered, when their account is deleted; what was refunded or sent again stays with the order. */
export const eraseProblemTexts = (tx: Tx, accountId: string): Promise<void> =>
  tx.defer(
    tx.db.updateTable('order_problem').set({ details: '', note: null }).where('account_id', '=', accountId),
  )
