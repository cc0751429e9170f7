import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { brand } from '#shared/brand.ts'
import type { DayCount } from '../rules/delivery-plan.ts'
import type { Database } from '#platform/schema.ts'

type Db = Kysely<Database>

const moment = z.string().transform((text) => Temporal.Instant.from(text).toString())

/** A delivery as people look at it; PostgreSQL does not say that the columns of a view are never null. */
const Row = z.object({
  event_id: z.string(),
  position: z.number(),
  ordering_key: z.string(),
  /** Of the order that it is about; null for one about something else. */
  order_number: z.string().nullable(),
  state: z.enum(['waiting', 'delivered', 'given-up']),
  attempts: z.number(),
  next_at: moment,
  type: z.string(),
  happened_at: moment,
})

export type ListedDelivery = z.output<typeof Row>

interface DeliveryQuery {
  readonly state: ListedDelivery['state'] | null
  /** Below this position; null from the newest on. */
  readonly before: number | null
  readonly limit: number
}

/** Deliveries to an endpoint, the newest first. */
export const selectDeliveries = async (
  db: Db,
  endpointId: string,
  { state, before, limit }: DeliveryQuery,
): Promise<ListedDelivery[]> => {
  let query = db.selectFrom('partner_delivery_list').selectAll().where('endpoint_id', '=', endpointId)
  if (state !== null) query = query.where('state', '=', state)
  if (before !== null) query = query.where('position', '<', before)
  return (await query.orderBy('position', 'desc').limit(limit).execute()).map((row) => Row.parse(row))
}

/** One delivery; null for an unknown one. */
export const selectDelivery = async (
  db: Db,
  endpointId: string,
  eventId: string,
): Promise<ListedDelivery | null> => {
  const row = await db
    .selectFrom('partner_delivery_list')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return row ? Row.parse(row) : null
}

const CountOfDay = z.object({ day: z.string(), state: Row.shape.state, count: z.number() })

/** How many deliveries to an endpoint are in each state, by the shop's day on which it happened, from a day on. */
export const countDeliveryDays = async (
  db: Db,
  endpointId: string,
  since: Temporal.PlainDate,
): Promise<readonly DayCount[]> => {
  const zone = brand.timeZone
  const rows = await db
    .selectFrom('partner_delivery_list')
    .select(({ fn }) => [
      sql<string>`to_char(happened_at at time zone ${zone}, 'YYYY-MM-DD')`.as('day'),
      'state',
      fn.countAll<number>().as('count'),
    ])
    .where('endpoint_id', '=', endpointId)
    .where('happened_at', '>=', since.toZonedDateTime(zone).toInstant().toString())
    .groupBy([sql`1`, 'state'])
    .execute()
  return rows.map((row) => CountOfDay.parse(row))
}

const Count = z.object({ endpoint_id: z.string(), state: Row.shape.state, count: z.number() })

/** How many deliveries of each endpoint wait, and how many were given up. */
export const countOpenDeliveries = async (db: Db) => {
  const rows = await db
    .selectFrom('partner_delivery_list')
    .select(({ fn }) => ['endpoint_id', 'state', fn.countAll<number>().as('count')])
    .where('state', 'in', ['waiting', 'given-up'])
    .groupBy(['endpoint_id', 'state'])
    .execute()
  return rows.map((row) => Count.parse(row))
}
