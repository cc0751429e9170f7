import { sql, type Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'

/** Every request of a member says that the session is in use, at most once in some minutes. */
const sessionText = sql`(to_jsonb(t) - 'last_seen_at')::text`

/** One statement that looks at every table: eighty of them would cost ten times as much, thousands of times a run. */
const writeQuestion = async (db: Kysely<Database>) => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'rate_counter'
      and not starts_with(table_name, 'report_')`.execute(db)
  const ofEach = rows.map(
    ({ name }) => sql`select ${sql.lit(name)} as name,
      (select concat(count(*), ' ', sum(hashtextextended(${name === 'session' ? sessionText : sql`t::text`}, 0)))
       from ${sql.table(name)} t) as print`,
  )
  return sql<{ name: string; print: string }>`${sql.join(ofEach, sql` union all `)}`.compile(db)
}

const questions = new WeakMap<Kysely<Database>, ReturnType<typeof writeQuestion>>()

/**
 * A fingerprint of everything that the shop has stored, table by table; counters of requests are excluded, and the sums of
 * days, which the worker makes when the older transactions of the whole server are over.
 */
export const fingerprint = async (db: Kysely<Database>): Promise<Readonly<Record<string, string>>> => {
  const question = questions.get(db) ?? writeQuestion(db)
  questions.set(db, question)
  const { rows } = await db.executeQuery(await question)
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]))
}

const textual = ['text', 'character varying', 'jsonb', 'json', 'ARRAY', 'USER-DEFINED']

/** Where in the database, that of the jobs too, one of these words occurs, in any case: `table.column` in order. */
export const placesOf = async (
  db: Kysely<Database>,
  words: readonly string[],
): Promise<readonly string[]> => {
  const { rows: columns } = await sql<{ schema: string; name: string; column: string }>`
    select c.table_schema as schema, c.table_name as name, c.column_name as column
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('public', 'pgboss') and t.table_type = 'BASE TABLE'
      and c.data_type = any(${textual})`.execute(db)
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const ofEach = columns.map(
    ({ schema, name, column }) => sql`select ${sql.lit(`${name}.${column}`)} as place
      where exists (select from ${sql.id(schema, name)} where ${sql.ref(column)}::text ~* ${pattern})`,
  )
  const { rows } = await sql<{ place: string }>`${sql.join(ofEach, sql` union `)}`.execute(db)
  return rows.map(({ place }) => place).toSorted()
}
