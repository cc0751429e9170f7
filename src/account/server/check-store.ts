import type { Db } from './account-store.ts'

// Longer than any check is valid.
const retention = Temporal.Duration.from({ hours: 48 })

/**
 * Uses a check up, once; false when it was used before, unless for the same `usedFor`. Forgets those that would not be
 * good any more.
 */
export const useCheck = async (
  db: Db,
  checkKey: Buffer,
  now: Temporal.Instant,
  usedFor: string | null = null,
): Promise<boolean> => {
  await db.deleteFrom('recovery_check').where('used_at', '<', now.subtract(retention).toString()).execute()
  const row = await db
    .insertInto('recovery_check')
    .values({ check_key: checkKey, used_at: now.toString(), used_for: usedFor })
    .onConflict((conflict) =>
      conflict
        .column('check_key')
        .doUpdateSet((set) => ({ used_for: set.ref('excluded.used_for') }))
        .whereRef('recovery_check.used_for', '=', 'excluded.used_for'),
    )
    .returning('check_key')
    .executeTakeFirst()
  return row !== undefined
}
