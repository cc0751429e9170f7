import { sql } from 'kysely'
import type { Expression, Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { instantOrNull } from '#shared/dates.ts'
import { shipmentsIn } from './shipment-store.ts'

/** Moments of deliveries. */
export interface DeliveredBetween {
  readonly from: Temporal.Instant
  readonly until: Temporal.Instant
}

const unchecked = (db: Kysely<Database>, from: Temporal.Instant) =>
  shipmentsIn(db)
    .where('state', '=', 'delivered')
    .where('review_checked_at', 'is', null)
    .where('delivered_at', '>=', sql<string>`${from.toString()}::timestamptz`)

const due = (db: Kysely<Database>, { from, until }: DeliveredBetween) =>
  unchecked(db, from).where('delivered_at', '<=', sql<string>`${until.toString()}::timestamptz`)

/** Whether a delivered shipment waits for the decision whether its buyer is asked for a review. */
export const hasReviewChecks = (db: Kysely<Database>, between: DeliveredBetween): Expression<boolean> =>
  sql<boolean>`exists (${due(db, between).select('id')})`

/** Those shipments, the oldest delivery first. */
export const selectReviewChecks = (
  db: Kysely<Database>,
  between: DeliveredBetween,
  limit: number,
): Promise<{ readonly id: string; readonly order_id: string }[]> =>
  due(db, between).select(['id', 'order_id']).orderBy('delivered_at').orderBy('id').limit(limit).execute()

/** The delivery of the next one; null when there is none. */
export const nextReviewCheck = async (
  db: Kysely<Database>,
  from: Temporal.Instant,
): Promise<Temporal.Instant | null> => {
  const row = await unchecked(db, from)
    .select('delivered_at')
    .orderBy('delivered_at')
    .limit(1)
    .executeTakeFirst()
  return instantOrNull(row?.delivered_at ?? null)
}
