import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'

const Row = z.object({
  product: z.string(),
  shipment_id: z.string(),
  number: z.string(),
  account_id: z.string(),
  email: z.string(),
  person: z.string().nullable(),
  phone: z.string().nullable(),
  country: z.string().nullable(),
  state: z.string(),
  shipped_at: z.string().nullable(),
  units: z.number(),
  returned: z.number(),
})

export type RecallRow = z.output<typeof Row>

/** The shipments with units of a lot, by their ids, which are in the order of time; those after one of them. */
export const selectRecall = async (
  db: Kysely<Database>,
  lot: string,
  after: string | undefined,
  limit: number,
): Promise<readonly RecallRow[]> => {
  const rows = await db
    .selectFrom('desk_recall')
    .selectAll()
    .where('lot', '=', lot)
    .$if(after !== undefined, (query) => query.where('shipment_id', '>', after ?? ''))
    .orderBy('shipment_id')
    .orderBy('product')
    .limit(limit)
    .execute()
  return rows.map((row) => Row.parse(row))
}

const Sums = z.object({ orders: z.number(), units: z.number(), returned: z.number() })

/** How many orders and units it is about. */
export const sumRecall = async (db: Kysely<Database>, lot: string): Promise<z.output<typeof Sums>> =>
  Sums.parse(
    await db
      .selectFrom('desk_recall')
      .select([
        sql<number>`count(distinct number)::integer`.as('orders'),
        sql<number>`coalesce(sum(units), 0)::integer`.as('units'),
        sql<number>`coalesce(sum(returned), 0)::integer`.as('returned'),
      ])
      .where('lot', '=', lot)
      .executeTakeFirstOrThrow(),
  )
