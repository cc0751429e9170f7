import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import { brand } from '#shared/brand.ts'
import { CurrencyCode } from '#shared/price-schema.ts'
import type { OrderFilter, OrderSort } from '../rules/order-filter.ts'

type Db = Kysely<Database>

const Line = z.object({ name: z.string(), quantity: z.number(), product: z.string() })

// PostgreSQL does not say that the columns of a view are never null.
const Row = z.object({
  id: z.string(),
  number: z.string(),
  account_id: z.string(),
  kind: z.enum(['purchase', 'renewal', 'gift']),
  email: z.string(),
  person: z.string(),
  placed_at: z.string(),
  currency: CurrencyCode,
  total_cents: z.number(),
  refunded_cents: z.number(),
  is_disputed: z.boolean(),
  lines: z.array(Line).nullable(),
  shipments: z.array(z.string()).nullable(),
  country: z.string(),
  city: z.string(),
  tags: z.array(z.string()).nullable(),
})

export type StoredDeskOrder = z.output<typeof Row>

/** The beginning of a text as a pattern of `like`. */
const beginningWith = (text: string): string => `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const filtered = (db: Db, { q, state, country, tag, from, until }: OrderFilter) => {
  let query = db.selectFrom('desk_order')
  if (q !== undefined)
    query = q.includes('@')
      ? query.where('email', 'like', beginningWith(q.toLowerCase()))
      : query.where('number', 'like', beginningWith(q.toUpperCase()))
  if (state === 'to-ship') query = query.where('state', '=', 'placed').where('is_held', '=', false)
  if (state === 'on-hold') query = query.where('state', '=', 'placed').where('is_held', '=', true)
  if (state === 'shipped' || state === 'canceled') query = query.where('state', '=', state)
  if (state === 'refunded') query = query.where('refunded_cents', '>', 0)
  if (state === 'disputed')
    query = query.where('id', 'in', db.selectFrom('desk_disputed_order').select('order_id'))
  if (country !== undefined) query = query.where('country', 'in', country.split(','))
  if (tag !== undefined)
    query = query.where(
      'id',
      'in',
      db.selectFrom('desk_tagged_order').select('order_id').where('tag', '=', tag),
    )
  // Days of the shop's time zone.
  if (from !== undefined) query = query.where('placed_at', '>=', startOf(from))
  if (until !== undefined) query = query.where('placed_at', '<', startOf(nextDay(until)))
  return query
}

const nextDay = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString()

const startOf = (day: string): string =>
  Temporal.PlainDate.from(day).toZonedDateTime(brand.timeZone).toInstant().toString()

const columns = {
  placed: 'placed_at',
  total: 'total_cents',
} as const

const sortOf = (sort: OrderSort = '-placed') => ({
  column: columns[sort === 'placed' || sort === '-placed' ? 'placed' : 'total'],
  isDescending: sort.startsWith('-'),
})

/** One more than the page, in the order of the page; backwards from `before`. */
export const selectDeskOrders = async (
  db: Db,
  filter: OrderFilter,
  limit: number,
): Promise<{ readonly rows: readonly StoredDeskOrder[]; readonly hasMore: boolean }> => {
  const { column, isDescending } = sortOf(filter.sort)
  const isBackwards = filter.before !== undefined
  const [value, id] = (filter.before ?? filter.after ?? '').split('~')
  const goesDown = isDescending !== isBackwards
  let query = filtered(db, filter).selectAll()
  if (value && id)
    query = query.where((where) =>
      where(
        where.refTuple(column, 'id'),
        goesDown ? '<' : '>',
        where.tuple(column === 'total_cents' ? Number(value) : Temporal.Instant.from(value).toString(), id),
      ),
    )
  const direction = goesDown ? 'desc' : 'asc'
  const found = await query
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(limit + 1)
    .execute()
  const rows = found.slice(0, limit).map((row) => Row.parse(row))
  return { rows: isBackwards ? rows.toReversed() : rows, hasMore: found.length > limit }
}

export const selectDeskOrder = async (db: Db, number: string): Promise<StoredDeskOrder | null> => {
  const row = await db
    .selectFrom('desk_order')
    .selectAll()
    .where('number', '=', number.toUpperCase())
    .executeTakeFirst()
  return row ? Row.parse(row) : null
}

/** The place of a row in a list that is sorted like this. */
export const placeOf = (row: StoredDeskOrder, sort: OrderSort | undefined): string => {
  const { column } = sortOf(sort)
  const value = column === 'total_cents' ? row.total_cents : Temporal.Instant.from(row.placed_at).toString()
  return `${value}~${row.id}`
}

const CurrencyTotal = z.object({ currency: CurrencyCode, count: z.number(), cents: z.number() })

/** How many orders a filter has, counted up to a limit where there is one, and their total, by currency. */
export const countDeskOrders = async (db: Db, filter: OrderFilter, limit: number | null) => {
  const every = filtered(db, filter).select(['currency', 'total_cents'])
  const some = (limit === null ? every : every.limit(limit + 1)).as('some')
  const rows = await db
    .selectFrom(some)
    .select(({ fn }) => [
      'currency',
      fn.countAll<number>().as('count'),
      sql<number>`sum(total_cents)::bigint`.as('cents'),
    ])
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  return rows.map((row) => CurrencyTotal.parse(row))
}

/** The orders of a filter in its order, up to a limit. */
export const selectOrderIds = async (
  db: Db,
  filter: OrderFilter,
  limit: number,
): Promise<readonly string[]> => {
  const { column, isDescending } = sortOf(filter.sort)
  const direction = isDescending ? 'desc' : 'asc'
  const rows = await filtered(db, filter)
    .select('id')
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()
  return rows.flatMap(({ id }) => id ?? [])
}

/** Which of these orders a filter has now. */
export const selectListed = async (
  db: Db,
  filter: OrderFilter,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await filtered(db, filter).select('id').where('id', 'in', ids).execute()
  return new Set(rows.flatMap(({ id }) => id ?? []))
}

/** Orders by their ids, the newest first; an id without an order is left out. */
export const selectChosen = async (db: Db, ids: readonly string[]): Promise<readonly StoredDeskOrder[]> => {
  const rows = await db
    .selectFrom('desk_order')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('placed_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => Row.parse(row))
}

/** How many orders of a filter are newer than a place of its list, counted up to a limit. */
export const countNewer = async (
  db: Db,
  filter: OrderFilter,
  since: string,
  limit: number,
): Promise<number> => {
  const [at = '', id = ''] = since.split('~')
  const some = filtered(db, filter)
    .select('id')
    .where((where) => where(where.refTuple('placed_at', 'id'), '>', where.tuple(at, id)))
    .limit(limit)
    .as('some')
  const { count } = await db
    .selectFrom(some)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A member's orders, the newest first. */
export const selectDeskOrdersOf = async (
  db: Db,
  accountId: string,
  limit: number,
): Promise<readonly StoredDeskOrder[]> => {
  const rows = await db
    .selectFrom('desk_order')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('placed_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => Row.parse(row))
}
