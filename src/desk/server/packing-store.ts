import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { PackingPlace } from '../rules/packing-place.ts'

type Db = Kysely<Database>

const Waiting = z.object({
  shipment_id: z.string(),
  order_id: z.string(),
  order_number: z.string(),
  due_on: z.string(),
  batch: z.number().nullable(),
})

const dueUntil = (db: Db, until: Temporal.PlainDate) =>
  db.selectFrom('desk_to_pack').where('due_on', '<=', until.toString())

/** One more than a page of what is to be packed or handed over until a day, the most urgent first. */
export const selectToPack = async (
  db: Db,
  { until, after }: { readonly until: Temporal.PlainDate; readonly after: PackingPlace | undefined },
  limit: number,
): Promise<readonly z.output<typeof Waiting>[]> => {
  let query = dueUntil(db, until).select(['shipment_id', 'order_id', 'order_number', 'due_on', 'batch'])
  if (after !== undefined)
    query = query.where((where) =>
      where(
        where.refTuple('due_on', 'order_number', 'shipment_id'),
        '>',
        where.tuple(after.dueOn, after.order, after.id),
      ),
    )
  const rows = await query
    .orderBy('due_on')
    .orderBy('order_number')
    .orderBy('shipment_id')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => Waiting.parse(row))
}

/** What nobody has packed and no batch has, the most urgent first. */
export const selectUnbatched = async (
  db: Db,
  until: Temporal.PlainDate,
  limit: number,
): Promise<readonly string[]> => {
  const rows = await dueUntil(db, until)
    .select('shipment_id')
    .where('state', '=', 'pending')
    .where('batch', 'is', null)
    .orderBy('due_on')
    .orderBy('order_number')
    .orderBy('shipment_id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ shipment_id: id }) => id ?? [])
}

/** What is due until a day and not packed, up to a limit, the most urgent first. */
export const selectUnpacked = async (db: Db, until: Temporal.PlainDate, limit: number) => {
  const rows = await dueUntil(db, until)
    .select(['shipment_id', 'order_id', 'order_number', 'due_on', 'batch'])
    .where('state', '=', 'pending')
    .orderBy('due_on')
    .orderBy('order_number')
    .orderBy('shipment_id')
    .limit(limit)
    .execute()
  return rows.map((row) => Waiting.parse(row))
}

/** What nobody has packed of these orders, up to a limit, the most urgent first. */
export const selectUnpackedOf = async (db: Db, orderIds: readonly string[], limit: number) => {
  const rows = await db
    .selectFrom('desk_to_pack')
    .select(['shipment_id', 'order_id', 'order_number', 'due_on', 'batch'])
    .where('order_id', 'in', orderIds)
    .where('state', '=', 'pending')
    .orderBy('due_on')
    .orderBy('order_number')
    .orderBy('shipment_id')
    .limit(limit)
    .execute()
  return rows.map((row) => Waiting.parse(row))
}

const Counts = z.object({ count: z.number(), unbatched: z.number() })

/** How many shipments are due until a day, and how many of them are in no batch and not packed. */
export const countToPack = async (db: Db, until: Temporal.PlainDate) =>
  Counts.parse(
    await dueUntil(db, until)
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        sql<number>`count(*) filter (where state = 'pending' and batch is null)`.as('unbatched'),
      ])
      .executeTakeFirstOrThrow(),
  )

const Picked = z.object({ sku: z.string(), quantity: z.number() })

/** Units of what is not packed, by plan: of a batch, or of everything that is due until a day. */
export const selectPick = async (
  db: Db,
  of: { readonly batch: number } | { readonly until: Temporal.PlainDate },
) => {
  const rows = await db
    .selectFrom('desk_to_pick')
    .select(['sku', sql<number>`sum(quantity)::integer`.as('quantity')])
    .where('state', '=', 'pending')
    .$if('batch' in of, (query) => query.where('batch', '=', 'batch' in of ? of.batch : 0))
    .$if('until' in of, (query) => query.where('due_on', '<=', 'until' in of ? of.until.toString() : ''))
    .groupBy('sku')
    .orderBy('sku')
    .execute()
  return rows.map((row) => Picked.parse(row))
}

/** The batch that has what waits of an order, and who has it; null for none. */
export const selectBatchOf = async (
  db: Db,
  orderNumber: string,
): Promise<{ readonly number: number; readonly holder: string } | null> => {
  const row = await db
    .selectFrom('desk_to_pack')
    .innerJoin('desk_batch_summary', 'desk_batch_summary.number', 'desk_to_pack.batch')
    .select(['desk_batch_summary.number', 'desk_batch_summary.held_by'])
    .where('order_number', '=', orderNumber)
    .where('desk_batch_summary.closed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row?.number ? { number: row.number, holder: row.held_by ?? '' } : null
}
