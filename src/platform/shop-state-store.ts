import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { ClientBase } from 'pg'
import type { Database } from './schema.ts'

/** Milliseconds that the shop's clock runs ahead of the machine's. */
export const readOffset = async (db: Kysely<Database>): Promise<number> => {
  const row = await db.selectFrom('shop_clock').select('offset_milliseconds').executeTakeFirst()
  return row?.offset_milliseconds ?? 0
}

/** Saves a larger offset; the clock never runs back, even with concurrent changes. */
export const increaseOffset = async (db: Transaction<Database>, milliseconds: number): Promise<void> => {
  await db
    .updateTable('shop_clock')
    .set({ offset_milliseconds: milliseconds })
    .where('offset_milliseconds', '<', milliseconds)
    .execute()
}

/** Kinds of fact that caches hang on; one row each in the table `shop_state`. */
export type StateName = 'catalogue' | 'content' | 'flag' | 'review' | 'place' | 'survey' | 'clock' | 'webhook'

/** The channel on which other processes are notified of changes. */
export const stateChannel = 'shop_state'

/** The versions by the names of their kinds of fact. */
export type Versions = ReadonlyMap<string, number>

interface VersionRow {
  readonly name: string
  readonly version: number
}

const versionsFrom = (rows: readonly VersionRow[]): Versions =>
  new Map(rows.map((row) => [row.name, row.version]))

export const readVersions = async (db: Kysely<Database>): Promise<Versions> =>
  versionsFrom(await db.selectFrom('shop_state').select(['name', 'version']).execute())

/** The same over a connection of its own. */
export const readVersionsBy = async (client: Pick<ClientBase, 'query'>): Promise<Versions> =>
  versionsFrom((await client.query<VersionRow>('select "name", "version" from "shop_state"')).rows)

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
