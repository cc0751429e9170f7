import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'

/** The ids of all subscriptions that are not charged because of a dispute, as a part of other queries. */
export const stoppedIds = (db: Kysely<Database>) =>
  db
    .selectFrom('subscription_stop')
    .select('subscription_stop.subscription_id')
    .where('released_at', 'is', null)

/** Stops what a disputed charge paid from being charged again; the same again changes nothing. */
export const insertStops = async (
  tx: Tx,
  subscriptionIds: readonly string[],
  disputeId: string,
): Promise<void> => {
  if (subscriptionIds.length === 0) return
  await tx.db
    .insertInto('subscription_stop')
    .values(
      subscriptionIds.map((id) => ({
        subscription_id: id,
        dispute_id: disputeId,
        stopped_at: tx.now.toString(),
      })),
    )
    .onConflict((conflict) => conflict.columns(['subscription_id', 'dispute_id']).doNothing())
    .execute()
}

/** Ends the stop of a subscription by a dispute; others of it go on. */
export const endStop = (tx: Tx, subscriptionId: string, disputeId: string): Promise<void> =>
  tx.defer(
    tx.db
      .updateTable('subscription_stop')
      .set({ released_at: tx.now.toString() })
      .where('subscription_id', '=', subscriptionId)
      .where('dispute_id', '=', disputeId)
      .where('released_at', 'is', null),
  )

/** The subscriptions that a dispute stops now. */
export const selectStoppedBy = async (db: Kysely<Database>, disputeId: string): Promise<string[]> => {
  const rows = await stoppedIds(db).where('dispute_id', '=', disputeId).orderBy('subscription_id').execute()
  return rows.map((row) => row.subscription_id)
}

/** Those of these subscriptions that are stopped. */
export const selectStopped = async (
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await stoppedIds(db).where('subscription_id', 'in', ids).execute()
  return new Set(rows.map((row) => row.subscription_id))
}
