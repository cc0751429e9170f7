import type { Pool } from 'pg'

/**
 * What is not put back: the record of migrations and the queue's own tables. Rows of a partitioned table are in its
 * partitions.
 */
const snapshotTables = `select quote_ident(relname) as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration' order by 1`

const namesOf = async (pool: Pool, statement: string): Promise<string[]> =>
  (await pool.query<{ name: string }>(statement)).rows.map(({ name }) => name)

/**
 * Remembers the content of a database; the returned function restores exactly that, in some milliseconds. Triggers and
 * foreign keys are disabled meanwhile, because final ledger rows are rewritten here.
 */
export const takeDatabaseSnapshot = async (pool: Pool): Promise<() => Promise<void>> => {
  await pool.query('drop schema if exists remembered cascade; create schema remembered')
  const tables = await namesOf(pool, snapshotTables)
  const filled: string[] = []
  for (const name of tables) {
    const { rowCount } = await pool.query(`create table remembered.${name} as table public.${name}`)
    if (rowCount) filled.push(name)
  }
  const sequences = await namesOf(
    pool,
    `select format('%L, %s', format('%I.%I', schemaname, sequencename), start_value) as name
     from pg_sequences where schemaname = 'public'`,
  )
  const statements = [
    ...tables.map((name) => `delete from public.${name};`),
    'delete from pgboss.job;',
    ...filled.map((name) => `insert into public.${name} overriding system value table remembered.${name};`),
    ...sequences.map((start) => `perform setval(${start}, false);`),
  ]
  // A function, for what it does is planned once for each connection and not each time.
  await pool.query(`create function remembered.put_back() returns void language plpgsql
    set session_replication_role = replica as $$ begin ${statements.join(' ')} end $$`)
  return async () => void (await pool.query('select remembered.put_back()'))
}
