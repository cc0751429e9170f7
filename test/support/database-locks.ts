import { sql, type Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { pause } from '#platform/pause.ts'

/** Looks that are taken before it is clear that nobody comes; ends what hangs and states nothing. */
const mostLooks = 3_000

/**
 * Resolves when so many sessions of this database wait for a lock of others with a statement that holds these words;
 * fails when they do not come.
 */
export const untilWaiting = async (db: Kysely<Database>, sessions: number, words: string): Promise<void> => {
  let waiting: string[] = []
  for (let look = 0; look < mostLooks; look += 1) {
    const { rows } = await sql<{ query: string }>`
      select query from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    waiting = rows.map(({ query }) => query)
    if (waiting.filter((query) => query.includes(words)).length >= sessions) return
    await pause(10)
  }
  throw new Error(`${sessions} sessions were to wait with "${words}", these wait: ${waiting.join('; ')}`)
}
