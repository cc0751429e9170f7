import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** Until when the data was found consistent; null before the first time. */
export const readCheckedUntil = async (db: Kysely<Database>): Promise<Temporal.Instant | null> => {
  const row = await db.selectFrom('data_check').select('checked_until').executeTakeFirst()
  return row?.checked_until ? Temporal.Instant.from(row.checked_until) : null
}

/** Moves it on; it never goes back. */
export const saveCheckedUntil = async (db: Kysely<Database>, at: Temporal.Instant): Promise<void> => {
  await db
    .updateTable('data_check')
    .set({ checked_until: at.toString() })
    .where((where) =>
      where.or([where('checked_until', 'is', null), where('checked_until', '<', at.toString())]),
    )
    .execute()
}
