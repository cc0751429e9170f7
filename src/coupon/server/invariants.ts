import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { selectMiscounted } from './coupon-store.ts'

/** A sentence for each limited coupon whose counter is not the number of its uses. */
export const brokenRedemptions = async (db: Kysely<Database>): Promise<readonly string[]> =>
  (await selectMiscounted(db)).map(
    ({ code, redeemed, used }) => `coupon ${code} counts ${redeemed} uses and has ${used}`,
  )
