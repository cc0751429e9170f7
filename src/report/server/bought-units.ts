import type { Kysely } from 'kysely'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { inTransaction } from '#platform/transaction.ts'
import { addBoughtChanges, noteMissingBought, selectMissingBought } from './bought-store.ts'
import { lockClosing, waitForClosing } from './closing-store.ts'

export { hasBoughtChanges } from './bought-store.ts'

/** Adds what was bought to the sums of purchases. Safe in several processes: one of them has the lock. */
export const sumBoughtUnits = (deps: AppDeps): Promise<void> =>
  inTransaction(deps, async (tx) => {
    if ((await lockClosing(tx)) !== null) await addBoughtChanges(tx)
  })

/** Counts every purchase and writes what the sums lack. What is bought meanwhile is noted by its own transaction, so that nobody waits. */
export const rebuildBoughtUnits = (deps: AppDeps): Promise<void> =>
  inTransaction(deps, async (tx) => {
    await waitForClosing(tx)
    await noteMissingBought(tx)
    await addBoughtChanges(tx)
  })

/** A sentence for each sum of purchases that a count of every purchase does not come to. */
export const brokenBoughtUnits = async (db: Kysely<Database>): Promise<readonly string[]> =>
  (await selectMissingBought(db)).map(
    ({ hour, product, units }) =>
      `the sum of purchases of ${product} in the hour ${hour} lacks ${units} units`,
  )
