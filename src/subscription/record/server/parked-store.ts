import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { stoppedIds } from './stop-store.ts'

export type ParkedRow = Selectable<Database['parked_subscription']>

/** A subscription that fails, and why. */
export interface Parking {
  readonly subscriptionId: string
  readonly accountId: string
  readonly task: string
  readonly reason: string
}

// Enough of a message to find its cause by.
const maxReasonLength = 500

/** The ids of all subscriptions that are parked or stopped, as a part of the query that excludes them. */
export const parkedIds = (db: Kysely<Database>) =>
  db.selectFrom('parked_subscription').select('parked_subscription.subscription_id').union(stoppedIds(db))

/** Parks a subscription, or says why it failed again. */
export const insertParked = async (tx: Tx, parking: Parking): Promise<void> => {
  const { subscriptionId, accountId, task: step } = parking
  const facts = { step, reason: parking.reason.slice(0, maxReasonLength), parked_at: tx.now.toString() }
  await tx.db
    .insertInto('parked_subscription')
    .values({ subscription_id: subscriptionId, account_id: accountId, ...facts })
    .onConflict((conflict) =>
      conflict
        .column('subscription_id')
        .doUpdateSet((set) => ({ ...facts, times: set('parked_subscription.times', '+', 1) })),
    )
    .execute()
}

/** All parked subscriptions, the longest first. */
export const selectParked = (db: Kysely<Database>): Promise<ParkedRow[]> =>
  db.selectFrom('parked_subscription').selectAll().orderBy('parked_at').orderBy('subscription_id').execute()

/** Why one is parked; null when it is not. */
export const selectParkedOne = async (
  db: Kysely<Database>,
  subscriptionId: string,
): Promise<ParkedRow | null> =>
  (await db
    .selectFrom('parked_subscription')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst()) ?? null

/** Takes subscriptions up again with what comes next in the transaction. */
export const deleteParked = (tx: Tx, subscriptionIds: readonly string[]): Promise<void> =>
  tx.defer(tx.db.deleteFrom('parked_subscription').where('subscription_id', 'in', subscriptionIds))

/** Takes one up again, or all of them when none is named; returns them. */
export const unparkSubscriptions = (
  tx: Tx,
  subscriptionId: string | null,
): Promise<Pick<ParkedRow, 'subscription_id' | 'step'>[]> =>
  tx.db
    .deleteFrom('parked_subscription')
    .$if(subscriptionId !== null, (query) => query.where('subscription_id', '=', subscriptionId))
    .returning(['subscription_id', 'step'])
    .execute()
