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
export const sumRecall = async (db: Kysely<Database>, lot: string): Promise<z.output<typeof Sums>> => {
  const row = await db
    .selectFrom('desk_recall')
    .select(({ fn, val }) => [
      fn.count<number>('number').distinct().as('orders'),
      fn.coalesce(fn.sum<number>('units'), val(0)).as('units'),
      fn.coalesce(fn.sum<number>('returned'), val(0)).as('returned'),
    ])
    .where('lot', '=', lot)
    .executeTakeFirstOrThrow()
  return Sums.parse({
    orders: Number(row.orders),
    units: Number(row.units),
    returned: Number(row.returned),
  })
}
