import type { ClientBase, Client } from 'pg'
import type { BackupLine, ContentLine } from './backup-file.ts'

interface Constraint {
  readonly table: string
  readonly name: string
  readonly definition: string
}

const foreignKeys = `select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`

const triggered = `select distinct tgrelid::regclass::text as table from pg_trigger
  join pg_class c on c.oid = tgrelid where not tgisinternal and c.relnamespace = 'public'::regnamespace`

const emptied = `select string_agg(oid::regclass::text, ', ') as tables from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration'`

/** A table with its columns in order, generated ones left out. */
interface Table {
  readonly schema: string
  readonly name: string
  readonly columns: readonly string[]
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Of processes and counters nothing is kept: they are of the shop that was backed up. */
const leftOut = ['migration', 'shop_process', 'rate_counter']

const columnsOf = `select n.nspname as schema, c.relname as name,
    array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`

const tablesOf = async (client: Client): Promise<Table[]> => {
  const { rows } = await client.query<Table>(
    `${columnsOf} where n.nspname = 'public' and c.relkind = 'r' and c.relpersistence = 'p' and c.relname <> all($1)
     group by 1, 2 order by 2`,
    [leftOut],
  )
  return rows
}

const rowsAtOnce = 500

const rowsOf = async function* (client: Client, texts: string, from: string): AsyncGenerator<ContentLine> {
  await client.query(`declare backup_rows no scroll cursor for select array[${texts}] as texts from ${from}`)
  for (;;) {
    const { rows } = await client.query<{ texts: (string | null)[] }>(`fetch ${rowsAtOnce} from backup_rows`)
    if (rows.length > 0) yield { kind: 'rows', rows: rows.map((row) => row.texts) }
    if (rows.length < rowsAtOnce) break
  }
  await client.query('close backup_rows')
}

const jobColumns = ['id', 'name', 'data', 'state', 'start_after', 'retry_limit', 'retry_delay', 'retry_backoff', 'retry_delay_max', 'expire_seconds', 'heartbeat_seconds', 'dead_letter'] // prettier-ignore

/** Jobs that are not done yet; one that is being done is done again. */
const jobsOf = async function* (client: Client): AsyncGenerator<ContentLine> {
  yield { kind: 'table', schema: 'pgboss', name: 'job', columns: jobColumns }
  const texts = jobColumns.map((name) => (name === 'state' ? `'created'` : `${quoted(name)}::text`))
  yield* rowsOf(client, texts.join(', '), `pgboss.job where state in ('created', 'retry', 'active')`)
}

/** Everything in the database, as one transaction sees it. The client has begun it, with repeatable reads. */
export const copyOut = async function* (client: Client): AsyncGenerator<ContentLine> {
  for (const { schema, name, columns } of await tablesOf(client)) {
    yield { kind: 'table', schema, name, columns: [...columns] }
    yield* rowsOf(
      client,
      columns.map((column) => `${quoted(column)}::text`).join(', '),
      `public.${quoted(name)}`,
    )
  }
  yield* jobsOf(client)
  const { rows } = await client.query<{ name: string }>(
    `select sequencename::text as name from pg_sequences where schemaname = 'public'`,
  )
  for (const { name } of rows) {
    const reached = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from public.${quoted(name)}`,
    )
    for (const { value, called } of reached.rows) yield { kind: 'sequence', name, value, isCalled: called }
  }
}

/** Inserts rows of texts into a table, each column by its own type. */
const inserter = async (client: ClientBase, schema: string, name: string, columns: readonly string[]) => {
  const table = `${quoted(schema)}.${quoted(name)}`
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname::text as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const types = new Map(rows.map((row) => [row.name, row.type]))
  const texts = columns.map((column, at) => `(texts->>${at})::${types.get(column) ?? 'text'}`)
  const insert = `insert into ${table} (${columns.map(quoted).join(', ')}) overriding system value
    select ${texts.join(', ')} from json_array_elements($1::json) as texts`
  return (lines: readonly (readonly (string | null)[])[]) => client.query(insert, [JSON.stringify(lines)])
}

/**
 * Puts what a backup holds into a database with the same tables, in place of what they hold, within the caller's transaction;
 * its files go to `addToFile`, piece by piece. Foreign keys are taken off and made again, which checks every row, so
 * nobody has to be a superuser.
 */
export const copyIn = async (
  client: ClientBase,
  lines: AsyncIterable<BackupLine>,
  addToFile: (name: string, piece: Buffer) => Promise<void>,
): Promise<void> => {
  const { rows: keys } = await client.query<Constraint>(foreignKeys)
  const { rows: triggers } = await client.query<{ table: string }>(triggered)
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const { table } of triggers) await client.query(`alter table ${table} disable trigger user`)
  const { rows: all } = await client.query<{ tables: string }>(emptied)
  await client.query(`truncate ${all[0]?.tables ?? ''}`)
  let insert: Awaited<ReturnType<typeof inserter>> | null = null
  for await (const line of lines) {
    if (line.kind === 'table') insert = await inserter(client, line.schema, line.name, line.columns)
    else if (line.kind === 'rows') await insert?.(line.rows)
    else if (line.kind === 'sequence')
      await client.query('select setval($1::regclass, $2::bigint, $3)', [`public.${quoted(line.name)}`, line.value, line.isCalled]) // prettier-ignore
    else if (line.kind === 'file') await addToFile(line.name, Buffer.from(line.base64, 'base64'))
  }
  for (const { table } of triggers) await client.query(`alter table ${table} enable trigger user`)
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
}
