import type { Kysely } from 'kysely'
import { reservedFor } from '#credit/server/credits.ts'
import type { Database } from '#platform/schema.ts'
import { selectUndecided } from './checkout-store.ts'

/** A sentence for each settled checkout with reserved credit. */
export const brokenCheckouts = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const reserved = await reservedFor(db, 'purchase')
  const undecided = await selectUndecided(db, reserved)
  return reserved
    .filter((id) => !undecided.has(id))
    .map((id) => `credit is set aside for checkout ${id}, which is over`)
}
