import type { Kysely } from 'kysely'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { inTransaction } from '#platform/transaction.ts'
import { lockClosing, waitForClosing } from './closing-store.ts'
import { addComingChanges, insertMissingChanges, selectMissing } from './coming-order-store.ts'

export { hasComingChanges } from './coming-order-store.ts'

/** Adds what subscriptions changed to the sums of their coming orders. Safe in several processes: one of them has the lock. */
export const sumComingOrders = (deps: AppDeps): Promise<void> =>
  inTransaction(deps, async (tx) => {
    if ((await lockClosing(tx)) !== null) await addComingChanges(tx)
  })

/**
 * Counts every subscription and writes what the sums of coming orders lack. What is written meanwhile is noted by its own transaction, so
 * that nobody waits.
 */
export const rebuildComingOrders = (deps: AppDeps): Promise<void> =>
  inTransaction(deps, async (tx) => {
    await waitForClosing(tx)
    await insertMissingChanges(tx)
    await addComingChanges(tx)
  })

/** A sentence for each sum of coming orders that a count of every subscription does not come to. */
export const brokenComingOrders = async (db: Kysely<Database>): Promise<readonly string[]> =>
  (await selectMissing(db)).map(
    ({ plan_code: plan, next_order_on: day, interval_months: months, units }) =>
      `the sum of coming orders of ${plan} on ${day} (interval of months: ${months}) lacks ${units} units`,
  )
