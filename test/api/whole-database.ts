import { sql, type Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'

/** A fingerprint of everything that the shop has written down, table by table. */
export const fingerprint = async (db: Kysely<Database>): Promise<Readonly<Record<string, string>>> => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const entries = tables.map(async ({ name }) => {
    const { rows } = await sql<{ print: string }>`
      select coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as print
      from ${sql.table(name)} t`.execute(db)
    return [name, rows[0]?.print ?? ''] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}
