import { Client, type Pool } from 'pg'
import { connectionSettings, type DatabaseAddress } from '#platform/database.ts'

/** Where a template keeps what its copies are put back to. */
const schema = 'loam_test'

const tables = `pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'pgboss')`

const tableName = `format('%I.%I', n.nspname, c.relname)`

const ownDatabase = '(select oid from pg_database where datname = current_database())'

const catalogs = [
  'pg_attrdef',
  'pg_attribute',
  'pg_class',
  'pg_constraint',
  'pg_enum',
  'pg_event_trigger',
  'pg_extension',
  'pg_index',
  'pg_largeobject_metadata',
  'pg_namespace',
  'pg_policy',
  'pg_proc',
  'pg_publication',
  'pg_rewrite',
  'pg_trigger',
  'pg_type',
]

/** A text that every change of the schema changes: how many rows each catalog has, and what wrote one of them last. */
const catalogState = `concat_ws(' ', ${catalogs
  .map((name) => `(select count(*) || '/' || coalesce(max(xmin::text::bigint), 0) from ${name})`)
  .join(', ')}, (select count(*) from pg_db_role_setting where setdatabase = ${ownDatabase}))`

/** Others that are connected, besides those sessions that are known to wait for their next use. */
const strangers = `select from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
  and pid <> pg_backend_pid() and (pid <> all (known) or state <> 'idle')`

/** Waits for sessions on their way out, 100 ms at most. False, and nothing is done, where anybody else may still write. */
const putBackFunction = (
  filled: readonly Filled[],
): string => `create function ${schema}.put_back(known integer[])
  returns boolean language plpgsql set session_replication_role = replica as $$
  declare name text;
  begin
    for i in 1..50 loop
      exit when not exists (${strangers});
      if i = 50 then return false; end if;
      perform pg_sleep(0.002), pg_stat_clear_snapshot();
    end loop;
    if exists (select from pg_locks where locktype = 'advisory' and database = ${ownDatabase}) then return false; end if;
    if ${catalogState} <> (select state from ${schema}.catalog) then return false; end if;
    for name in select ${tableName} from ${tables} and pg_relation_size(c.oid) > 0 loop
      execute 'delete from ' || name;
    end loop;
    ${filled.map(({ name, copy }) => `insert into ${name} overriding system value table ${copy};`).join('\n')}
    perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
      from pg_sequences where last_value is not null;
    return true;
  end $$`

interface Filled {
  readonly name: string
  readonly copy: string
}

/** Copies each table that has rows. */
const copyFilled = async (client: Client): Promise<Filled[]> => {
  const { rows } = await client.query<Filled>(
    `select ${tableName} as name, format('${schema}.%I', c.relname || '_of_' || n.nspname) as copy from ${tables} order by 1`,
  )
  const filled: Filled[] = []
  for (const { name, copy } of rows) {
    if ((await client.query(`select from ${name} limit 1`)).rowCount === 0) continue
    await client.query(`create table ${copy} as table ${name}`)
    filled.push({ name, copy })
  }
  return filled
}

/**
 * Remembers what a template holds, so that its copies can be put back to that. The template has no other connection, nor what
 * ends with one: functions and tables of a session.
 */
export const rememberContent = async (template: DatabaseAddress): Promise<void> => {
  const client = new Client(connectionSettings(template))
  await client.connect()
  try {
    await client.query(`create schema ${schema}; create table ${schema}.catalog (state text)`)
    await client.query(putBackFunction(await copyFilled(client)))
    await client.query(`insert into ${schema}.catalog values (${catalogState})`)
  } finally {
    await client.end()
  }
}

/**
 * Puts a copy back to what its template holds. False where it cannot be used again: somebody else is connected besides
 * `sessions` that are idle, a lock is held, the schema is another one, or the role may not do without triggers.
 */
export const putBack = async (pool: Pool, sessions: readonly number[]): Promise<boolean> => {
  try {
    const { rows } = await pool.query<{ isDone: boolean }>(`select ${schema}.put_back($1) as "isDone"`, [
      sessions,
    ])
    return rows[0]?.isDone === true
  } catch {
    return false
  }
}

/** All that the tables and sequences of a database hold, by name. */
export const contentOf = async (pool: Pool): Promise<Record<string, string>> => {
  const { rows: names } = await pool.query<{ name: string }>(`select ${tableName} as name from ${tables}`)
  const { rows: sequences } = await pool.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value::text, '') as value from pg_sequences`,
  )
  const content: Record<string, string> = {}
  for (const { name, value } of sequences) content[name] = value
  for (const { name } of names) {
    const { rows } = await pool.query<{ rows: string }>(
      `select coalesce(string_agg(t::text, e'\\n' order by t::text), '') as rows from ${name} t`,
    )
    content[name] = rows[0]?.rows ?? ''
  }
  return content
}
