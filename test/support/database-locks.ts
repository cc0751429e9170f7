import { sql, type Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { pause } from '#platform/pause.ts'

/** Resolves when so many sessions of this database wait for a lock of others. */
export const untilWaiting = async (db: Kysely<Database>, sessions: number): Promise<void> => {
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if ((rows[0]?.n ?? 0) >= sessions) return
    await pause(10)
  }
}
