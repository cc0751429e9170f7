import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { brokenRuns } from './renewal-runs.ts'

/** A sentence for everything in the records of subscriptions that may not be. */
export const brokenSubscriptions = (db: Kysely<Database>): Promise<readonly string[]> => brokenRuns(db)
