import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from './schema.ts'

/** Kinds of fact that caches hang on; one row each in the table `shop_state`. */
export type StateName = 'catalogue' | 'content' | 'flag' | 'clock'

/** The channel on which other processes are notified of changes. */
export const stateChannel = 'shop_state'

export const readVersions = async (db: Kysely<Database>): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.selectFrom('shop_state').select(['name', 'version']).execute()
  return new Map(rows.map((row) => [row.name, row.version]))
}

/** Increments a version and notifies the other processes when the transaction commits. */
export const incrementVersion = async (db: Transaction<Database>, name: StateName): Promise<void> => {
  await sql`
    with raised as (
      insert into shop_state (name, version) values (${name}, 2)
      on conflict (name) do update set version = shop_state.version + 1
      returning name
    )
    select pg_notify(${stateChannel}, name) from raised`.execute(db)
}
