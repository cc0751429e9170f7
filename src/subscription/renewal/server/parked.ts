import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { selectParked, unparkSubscriptions } from '#subscription/record/server/parked-store.ts'

export { selectParked as parkedSubscriptions } from '#subscription/record/server/parked-store.ts'

/** How many subscriptions are parked. */
export const parkedCount = async (db: Kysely<Database>): Promise<number> => (await selectParked(db)).length

/** Retries one at the next check of due work, or all of them for null; returns how many. */
export const unpark = (deps: AppDeps, subscriptionId: string | null): Promise<number> =>
  inTransaction(deps, (tx) => unparkSubscriptions(tx, subscriptionId))
