import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { ClientBase, Pool } from 'pg'
import type { AppDeps } from './app-deps.ts'
import { codeOf } from './contention.ts'
import { GatheringClient } from './gathering-client.ts'
import { lockNotAvailable } from './outage.ts'
import type { Database } from './schema.ts'
import { asWork } from './time-limits.ts'
import { inTransaction } from './transaction.ts'

/**
 * Sections that processes run one after the other; the numbers are unlikely to be used by others on the same server.
 */
const lockKeys = { migrate: 4_963_209_001, seed: 4_963_209_002, queue: 4_963_209_003 } as const

/** Runs `run` on a connection that holds a lock of the database, after the previous holder has released it. */
export const withLock = async <T>(
  pool: Pool,
  name: keyof typeof lockKeys,
  run: (client: ClientBase) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect()
  try {
    // A migration takes as long as it takes, and the next process waits for it.
    if (client instanceof GatheringClient) client.limitTo('unlimited')
    await client.query('select pg_advisory_lock($1)', [lockKeys[name]])
    return await run(client)
  } finally {
    // A session that breaks releases its lock by itself; then there is no connection for the unlock.
    await client.query('select pg_advisory_unlock($1)', [lockKeys[name]]).catch(() => undefined)
    client.release()
  }
}

/** The first key of the advisory locks that processes hold while they do due work; unlikely to be used by others. */
const lockClass = 496_322

/**
 * Runs `run` while other processes can see that the process with this number does due work: until it ends, or the
 * connection does. Due work does not depend on that: it also runs when the connection is broken.
 */
export const withDueRunLock = async <T>(
  client: ClientBase,
  processNumber: number,
  run: () => Promise<T>,
): Promise<T> => {
  const key = [lockClass, processNumber]
  await client.query('select pg_advisory_lock($1, $2)', key).catch(() => undefined)
  try {
    return await run()
  } finally {
    await client.query('select pg_advisory_unlock($1, $2)', key).catch(() => undefined)
  }
}

/** The numbers of the processes that do due work at this moment. */
export const processesInDueRun = async (db: Kysely<Database>): Promise<readonly number[]> => {
  const { rows } = await sql<{ number: number }>`
    select objid::int as number from pg_locks
    where locktype = 'advisory' and classid = ${sql.lit(lockClass)} and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.map(({ number }) => number)
}

/** Waits for the due run of a process, at most this many milliseconds; false when it has not ended by then. */
export const waitForDueRun = async (
  deps: AppDeps,
  processNumber: number,
  limitMs: number,
): Promise<boolean> => {
  try {
    const lock = () =>
      inTransaction(deps, async ({ db }) => {
        await sql`select set_config('lock_timeout', ${String(limitMs)}, true)`.execute(db)
        await sql`select pg_advisory_xact_lock(${sql.lit(lockClass)}, ${processNumber}::int)`.execute(db)
      })
    await asWork('unlimited', lock)
    return true
  } catch (thrown) {
    if (codeOf(thrown) === lockNotAvailable) return false
    throw thrown
  }
}
