import type { Client } from 'pg'
import type { ContentLine } from './backup-file.ts'

/** A table with its columns in order, generated ones left out. */
interface Table {
  readonly schema: string
  readonly name: string
  readonly columns: readonly string[]
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

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
