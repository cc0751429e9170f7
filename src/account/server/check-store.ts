import type { Db } from './account-store.ts'

// Longer than any check stays good.
const keptFor = Temporal.Duration.from({ hours: 48 })

/** Uses a check up, once; false when it was used before. Forgets those that would not be good any more. */
export const useCheck = async (db: Db, checkKey: Buffer, now: Temporal.Instant): Promise<boolean> => {
  await db.deleteFrom('recovery_check').where('used_at', '<', now.subtract(keptFor).toString()).execute()
  const row = await db
    .insertInto('recovery_check')
    .values({ check_key: checkKey, used_at: now.toString() })
    .onConflict((conflict) => conflict.column('check_key').doNothing())
    .returning('check_key')
    .executeTakeFirst()
  return row !== undefined
}
