import { sql } from 'kysely'
import type { ClientBase } from 'pg'

/** The first key of the advisory locks by which processes show that they live; unlikely to be used by others. */
const lockClass = 496_321

/**
 * Takes a number for this process, or the one it had before, and holds it on this connection: PostgreSQL releases the
 * lock when the process ends, in any way.
 */
export const holdProcessNumber = async (client: ClientBase, previous: number | null): Promise<number> => {
  if (previous !== null) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, $2) as held', [
      lockClass,
      previous,
    ])
    if (rows[0]?.held === true) return previous
  }
  const { rows } = await client.query<{ number: number }>(
    `select number::int as number, pg_advisory_lock(${lockClass}, number::int)
     from nextval('process_number') as number`,
  )
  const number = rows[0]?.number
  if (number === undefined) throw new Error('the database gave no process number')
  return number
}

/** The numbers of the processes that live, as a list for `not in (…)`. */
export const livingProcesses = sql<number>`(
  select objid::bigint from pg_locks
  where locktype = 'advisory' and classid = ${sql.lit(lockClass)} and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database()))`
