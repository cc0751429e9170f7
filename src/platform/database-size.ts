import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** Bytes that the shop's database takes on its server's disk, without the server's log of changes. */
export const databaseBytes = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}
