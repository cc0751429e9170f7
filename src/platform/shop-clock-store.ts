import type { Kysely, Transaction } from 'kysely'
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
