import type { ClientBase } from 'pg'
import type { BackupLine } from './backup-file.ts'
import { quoted } from './copy-out.ts'

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
