import type { ClientBase, Pool } from 'pg'

/**
 * Sections that processes run one after the other; the numbers are unlikely to be used by others on the same server.
 */
const lockKeys = { migrate: 4_963_209_001, seed: 4_963_209_002 } as const

/** Runs `run` on a connection that holds a lock of the database, after the previous holder has released it. */
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
    // A session that breaks releases its lock by itself; then there is no connection for the unlock.
    await client.query('select pg_advisory_unlock($1)', [lockKeys[name]]).catch(() => undefined)
    client.release()
  }
}
