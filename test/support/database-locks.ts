import { sql, type Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { sleep } from '#platform/clock.ts'

/** How often it checks before it fails; this ends what hangs and asserts nothing. */
const maxChecks = 3_000

/**
 * Resolves when so many sessions of this database wait for a lock of others with a statement that holds these words;
 * fails when they do not come.
 */
export const waitUntilBlocked = async (
  db: Kysely<Database>,
  sessions: number,
  text: string,
): Promise<void> => {
  let waiting: string[] = []
  for (let check = 0; check < maxChecks; check += 1) {
    const { rows } = await sql<{ query: string }>`
      select query from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    waiting = rows.map(({ query }) => query)
    if (waiting.filter((query) => query.includes(text)).length >= sessions) return
    await sleep(10)
  }
  throw new Error(`${sessions} sessions were to wait with "${text}", these wait: ${waiting.join('; ')}`)
}

/** Resolves when something is done, or when so many sessions of this database wait for locks. */
export const untilDoneOrBlocked = async (
  db: Kysely<Database>,
  isDone: () => Promise<boolean>,
  sessions: number,
): Promise<void> => {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while (!(await isDone()) && (await waiting.execute(db)).rows.length < sessions) await sleep(20)
}
