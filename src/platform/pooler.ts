import { randomInt } from 'node:crypto'
import { Client, type ClientBase } from 'pg'
import { connectionSettings, poolerOf, type DatabaseAddress } from './database.ts'
import { StartFailure } from './start-failure.ts'

const withClient = async <T>(
  address: DatabaseAddress,
  variable: string,
  run: (client: Client) => Promise<T>,
): Promise<T> => {
  const client = new Client(connectionSettings(address))
  // A connection that breaks fails its statement.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await run(client)
  } catch (thrown) {
    if (thrown instanceof StartFailure) throw thrown
    const reason = thrown instanceof Error ? thrown.message || thrown.name : 'unknown'
    throw new StartFailure(`The database of ${variable} does not answer (${reason}).`, thrown)
  } finally {
    await client.end().catch(() => undefined)
  }
}

interface Session {
  /** The server's process. */
  readonly pid: number
  /** When it began its latest statement: seconds, to the microsecond. */
  readonly latest: string
}

const latestOf = (column: string): string => `extract(epoch from ${column})::text as latest`

const sessionOf = async (client: ClientBase): Promise<Session> =>
  (await client.query<Session>(`select pg_backend_pid() as pid, ${latestOf('statement_timestamp()')}`))
    .rows[0] ?? {
    pid: 0,
    latest: '',
  }

/** Whether a session was used by another client since it answered, or has ended. */
const usedByOthers = async (onlooker: ClientBase, { pid, latest }: Session): Promise<boolean> => {
  const found = await onlooker.query<{ latest: string }>(
    `select ${latestOf('query_start')} from pg_stat_activity where pid = $1`,
    [pid],
  )
  return found.rows[0]?.latest !== latest
}

/** The process id that a connection got at its start: a pooler invents one. */
const announcedSession = (client: ClientBase): unknown => 'processID' in client && client.processID

// Other clients of a pooler may take the session that is looked for, and leave it before anybody looks.
const looks = 10

/**
 * Whether a pooler gives another session to each transaction: then a second connection gets the one that the first had a
 * moment ago, the first gets another one while that is in use, or others use it in between.
 */
const sharesSessions = async (address: DatabaseAddress, client: ClientBase): Promise<boolean> => {
  const announced = announcedSession(client)
  if (announced === (await sessionOf(client)).pid) return false
  return withClient(address, 'DATABASE_URL', async (other) => {
    for (let look = 0; look < looks; look += 1) {
      const before = await sessionOf(client)
      await other.query('begin')
      const taken = await sessionOf(other)
      const isUsed = await usedByOthers(other, before)
      const after = await sessionOf(client)
      await other.query('rollback')
      if (isUsed || taken.pid === before.pid || after.pid !== before.pid) return true
    }
    return false
  })
}

/** Unlikely to be used by others on the same server. */
const lockClass = 496_323

const holdsLock = `select from pg_locks where locktype = 'advisory' and classid = $1 and objid::bigint = $2
  and objsubid = 2 and database = (select oid from pg_database where datname = current_database())`

const requireSameDatabase = (client: ClientBase, pooler: DatabaseAddress): Promise<void> =>
  withClient(pooler, 'DATABASE_POOLER_URL', async (pooled) => {
    const key = [lockClass, randomInt(2 ** 31)]
    await client.query('select pg_advisory_lock($1, $2)', key)
    if ((await pooled.query(holdsLock, key)).rowCount === 0)
      throw new StartFailure('DATABASE_POOLER_URL leads to another database than DATABASE_URL.')
  })

/**
 * Checks that the server of an address answers, that it is reached without a pooler that shares its sessions, and that the
 * address's own pooler leads to the same database. Throws StartFailure.
 */
export const requireUsable = async (address: DatabaseAddress): Promise<void> => {
  const pooler = poolerOf(address)
  await withClient(address, 'DATABASE_URL', async (client) => {
    if (await sharesSessions(address, client))
      throw new StartFailure(
        'DATABASE_URL leads to a pooler in transaction mode, through which the shop can neither listen for changes nor hold locks. Set DATABASE_URL to the server itself and DATABASE_POOLER_URL to the pooler.',
      )
    if (pooler !== null) await requireSameDatabase(client, pooler)
  })
}
