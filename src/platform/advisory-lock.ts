import type { ClientBase, Pool } from 'pg'

/** What whole processes do one after the other; the numbers are unlikely to be used by others on the same server. */
const lockKeys = { migrate: 4_963_209_001, seed: 4_963_209_002 } as const

/** Runs `run` on a connection that holds a lock of the database, after whoever held it before. */
export const withLock = async <T>(
  pool: Pool,
  name: keyof typeof lockKeys,
  run: (client: ClientBase) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKeys[name]])
    return await run(client)
  } finally {
    // A session that breaks gives its lock back by itself, and then the unlock has nobody to speak to.
    await client.query('select pg_advisory_unlock($1)', [lockKeys[name]]).catch(() => undefined)
    client.release()
  }
}
