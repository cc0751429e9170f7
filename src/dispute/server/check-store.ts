import { sql } from 'kysely'
import type { Expression } from 'kysely'
import type { Tx } from '#platform/app-deps.ts'
import type { ProcessorName } from '#payment/processor/server/processor.ts'
import type { Db } from './dispute-store.ts'

/** A dispute at its processor, known to the shop or not. */
export interface DisputeName {
  readonly processor: ProcessorName
  readonly processorDispute: string
}

/** Begins a reading and returns its number; unless it is written, another one is due at `nextCheckAt`. */
export const beginReading = async (
  db: Db,
  { processor, processorDispute }: DisputeName,
  nextCheckAt: Temporal.Instant,
): Promise<number> => {
  const next = nextCheckAt.toString()
  const { begun } = await db
    .insertInto('dispute_check')
    .values({ processor, processor_dispute: processorDispute, begun: 1, next_check_at: next })
    .onConflict((conflict) =>
      conflict
        .columns(['processor', 'processor_dispute'])
        .doUpdateSet((set) => ({ begun: set('dispute_check.begun', '+', 1), next_check_at: next })),
    )
    .returning('begun')
    .executeTakeFirstOrThrow()
  return begun
}

/**
 * Whether a reading may be written: no later one was. Locks the dispute for the transaction; `nextCheckAt` null means
 * that nothing more is expected of it.
 */
export const claimWriting = async (
  tx: Tx,
  { processor, processorDispute }: DisputeName,
  reading: number,
  nextCheckAt: Temporal.Instant | null,
): Promise<boolean> => {
  const row = await tx.db
    .updateTable('dispute_check')
    .set({
      written: reading,
      // One that has begun since keeps its own date, in case its process ends.
      next_check_at: sql<string | null>`case when begun = ${reading}
        then ${nextCheckAt?.toString() ?? null}::timestamptz else next_check_at end`,
    })
    .where('processor', '=', processor)
    .where('processor_dispute', '=', processorDispute)
    .where('written', '<', reading)
    .returning('written')
    .executeTakeFirst()
  return row !== undefined
}

const dueReadings = (db: Db, processor: ProcessorName, now: Temporal.Instant) =>
  db
    .selectFrom('dispute_check')
    .select('processor_dispute')
    .where('processor', '=', processor)
    .where('next_check_at', '<=', now.toString())

/** Whether a dispute is due for a reading. */
export const hasDueReadings = (
  db: Db,
  processor: ProcessorName,
  now: Temporal.Instant,
): Expression<boolean> => sql<boolean>`exists ${dueReadings(db, processor, now)}`

/** Disputes that are due for a reading, which is delayed until `nextCheckAt`; parallel processes get different ones. */
export const claimDueReadings = async (
  { db, now }: Tx,
  processor: ProcessorName,
  nextCheckAt: Temporal.Instant,
  limit: number,
): Promise<string[]> => {
  const due = dueReadings(db, processor, now).orderBy('next_check_at').limit(limit).forUpdate().skipLocked()
  const rows = await db
    .updateTable('dispute_check')
    .set({ next_check_at: nextCheckAt.toString() })
    .where('processor', '=', processor)
    .where('processor_dispute', 'in', due)
    .returning('processor_dispute')
    .execute()
  return rows.map((row) => row.processor_dispute)
}

/** Those of some disputes that were never read. */
export const selectUnread = async (
  db: Db,
  processor: ProcessorName,
  ids: readonly string[],
): Promise<string[]> => {
  if (ids.length === 0) return []
  const known = await db
    .selectFrom('dispute_check')
    .select('processor_dispute')
    .where('processor', '=', processor)
    .where('processor_dispute', 'in', ids)
    .execute()
  const names = new Set(known.map((row) => row.processor_dispute))
  return ids.filter((id) => !names.has(id))
}
