import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'

type Db = Kysely<Database>

const Reconciliation = z.object({
  id: z.string(),
  from_day: z.string().nullable(),
  until_day: z.string().nullable(),
  requested_at: z.string(),
  requested_by: z.string().nullable(),
  finished_at: z.string().nullable(),
  charges: z.number().nullable(),
  refunds: z.number().nullable(),
  disputes: z.number().nullable(),
  entries: z.number().nullable(),
  payouts: z.number().nullable(),
  differences: z.array(z.string()),
  failure: z.string().nullable(),
})

export type StoredReconciliation = z.output<typeof Reconciliation>

export interface ReconciliationDays {
  /** Days in UTC, both included; null for all of time. */
  readonly from: string | null
  readonly until: string | null
}

/** Longer than a job and its repetitions take. */
const lostAfterHours = 2

/** Ends one whose job was lost with its process: otherwise nobody could ever start another one. */
const endLost = async ({ db, now }: Tx): Promise<void> => {
  await db
    .updateTable('desk_reconciliation')
    .set({
      finished_at: now.toString(),
      failure: 'Its process ended before there was a result. Nothing was compared.',
    })
    .where('finished_at', 'is', null)
    .where('requested_at', '<', now.subtract({ hours: lostAfterHours }).toString())
    .execute()
}

/** Writes one that begins now; null when another one has not finished. */
export const insertReconciliation = async (
  tx: Tx,
  { from, until }: ReconciliationDays,
  staffId: string | null,
): Promise<string | null> => {
  await endLost(tx)
  const row = await tx.db
    .insertInto('desk_reconciliation')
    .values({
      id: tx.ids.uuid(),
      from_day: from,
      until_day: until,
      requested_at: tx.now.toString(),
      requested_by: staffId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export interface ReconciliationResult {
  readonly charges: number
  readonly refunds: number
  readonly disputes: number
  readonly entries: number
  readonly payouts: number
  /** A sentence for each. */
  readonly differences: readonly string[]
}

/** Ends one with its result, or with the reason why there is none; one that has ended stays as it is. */
export const finishReconciliation = async (
  tx: Tx,
  id: string,
  result: ReconciliationResult | { readonly failure: string },
): Promise<void> => {
  const columns =
    'failure' in result ? result : { ...result, differences: JSON.stringify(result.differences) }
  await tx.db
    .updateTable('desk_reconciliation')
    .set({ ...columns, finished_at: tx.now.toString() })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()
}

export const selectReconciliation = async (db: Db, id: string): Promise<StoredReconciliation | null> => {
  const row = await db.selectFrom('desk_reconciliation').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? Reconciliation.parse(row) : null
}

/** The latest ones. */
export const selectReconciliations = async (db: Db, limit: number): Promise<StoredReconciliation[]> => {
  const rows = await db
    .selectFrom('desk_reconciliation')
    .selectAll()
    .orderBy('requested_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => Reconciliation.parse(row))
}
