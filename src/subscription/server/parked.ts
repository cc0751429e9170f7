import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { selectParked, unparkSubscriptions } from './parked-store.ts'
import type { ParkedRow } from './parked-store.ts'

/** Subscriptions that failed and wait, the longest first. */
export const parkedSubscriptions = (db: Kysely<Database>): Promise<ParkedRow[]> => selectParked(db)

/** How many of them there are. */
export const parkedCount = async (db: Kysely<Database>): Promise<number> => (await selectParked(db)).length

/** Has one tried again at the next look at what is due, or all of them for null; answers how many. */
export const unpark = (deps: AppDeps, subscriptionId: string | null): Promise<number> =>
  inTransaction(deps, (tx) => unparkSubscriptions(tx, subscriptionId))
