import { sql, type Kysely } from 'kysely'
import type { ClientBase } from 'pg'
import type { Database } from './schema.ts'

/** The first key of the advisory locks by which processes show that they live; unlikely to be used by others. */
const lockClass = 496_321

/** How long a lock may be missing before its process counts as ended: longer than a fail-over and the way back take. */
const missingSeconds = 10

/** The numbers of the processes that hold their lock, as a list for `in (…)`. */
const connectedNumbers = `(
  select objid::bigint from pg_locks
  where locktype = 'advisory' and classid = ${lockClass} and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database()))`

const connectedProcesses = sql.raw<number>(connectedNumbers)

/**
 * The numbers of the processes that have not ended, as a list for `not in (…)`: also those whose connection may have been
 * lost a moment ago (decision 111).
 */
export const livingProcesses = sql<number>`(
  select number::bigint from shop_process
    where missing_since is null or missing_since > clock_timestamp() - make_interval(secs => ${sql.lit(missingSeconds)})
  union all ${connectedProcesses})`

/** Notes since when the locks of processes are missing, by the database's clock; writes only what has changed. */
export const noteMissingProcesses = async (db: Kysely<Database>): Promise<void> => {
  await sql`update shop_process
    set missing_since = case when missing_since is null then clock_timestamp() end
    where (missing_since is null) = (number not in ${connectedProcesses})`.execute(db)
}

/** Whether a process of the shop is connected to this database. */
export const isAnyConnected = async (client: Pick<ClientBase, 'query'>): Promise<boolean> =>
  (await client.query(connectedNumbers)).rows.length > 0

/** The data folder that a process holds for itself, with its threads. */
export interface ProcessHome {
  /** The id of the folder. */
  readonly folder: string
  /** The start that took the folder; the same for all threads of the process. */
  readonly start: string
}

/** How a process, or a thread of it, takes its number. */
interface NumberRequest {
  /** The number that it had before its connection was lost; null for one that starts. */
  readonly previous: number | null
  /** Null without a data folder. */
  readonly home: ProcessHome | null
}

const lockNumber = async (client: ClientBase, previous: number | null): Promise<number> => {
  // Shared: the server may not have noticed yet that the connection before this one is gone.
  const { rows } = await client.query<{ number: number }>(
    `select number::int as number, pg_advisory_lock_shared(${lockClass}, number::int)
     from coalesce($1::bigint, nextval('process_number')) as number`,
    [previous],
  )
  const number = rows[0]?.number
  if (number === undefined) throw new Error('the database gave no process number')
  return number
}

/**
 * Takes a number for this process, or the one it had before, and holds it on this connection: PostgreSQL releases the
 * lock when the process ends, in any way. A process that starts ends the ones that held its data folder before.
 */
export const holdProcessNumber = async (
  client: ClientBase,
  { previous, home }: NumberRequest,
): Promise<number> => {
  const number = await lockNumber(client, previous)
  const { folder = null, start = null } = home ?? {}
  await client.query(
    `insert into shop_process (number, folder, start) values ($1, $2, $3)
     on conflict (number) do update set folder = excluded.folder, start = excluded.start, missing_since = null`,
    [number, folder, start],
  )
  if (previous === null)
    await client.query(
      `delete from shop_process
       where ((folder = $1 and start <> $2) or missing_since < clock_timestamp() - interval '1 day')
         and number not in ${connectedNumbers}`,
      [folder, start],
    )
  return number
}

/** Gives the number back: this process asks for nothing any more. */
export const releaseProcessNumber = async (client: ClientBase, number: number): Promise<void> => {
  await client.query('delete from shop_process where number = $1', [number])
}
