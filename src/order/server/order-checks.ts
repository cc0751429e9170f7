import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { ordersIn, withLines } from './order-store.ts'
import type { Order } from './order-record.ts'

/** Counts and totals of the orders that are in the ledger, for comparing the two. */
export const selectLedgerTotals = (db: Kysely<Database>) =>
  ordersIn(db)
    .select((field) => [
      'currency',
      field.fn.countAll<number>().as('placed'),
      sql<number>`count(*) filter (where state = 'shipped')`.as('shipped'),
      sql<number>`count(*) filter (where state = 'canceled')`.as('canceled'),
      sql<number>`coalesce(sum(total_cents), 0)::bigint`.as('totalCents'),
      sql<number>`coalesce(sum(credit_cents), 0)::bigint`.as('creditCents'),
      sql<number>`coalesce(sum(refunded_cents), 0)::bigint`.as('refundedCents'),
    ])
    .where('is_in_ledger', '=', true)
    .groupBy('currency')
    .execute()

/** How many orders were placed from one moment on and before another, with their totals, by kind and currency; for checking sums that are kept. */
export const countOrdersBetween = (
  db: Kysely<Database>,
  from: Temporal.Instant,
  before: Temporal.Instant,
): Promise<
  readonly {
    readonly kind: string
    readonly currency: string
    readonly orders: number
    readonly cents: number
  }[]
> =>
  ordersIn(db)
    .select(({ fn }) => [
      'kind',
      'currency',
      fn.countAll<number>().as('orders'),
      sql<number>`sum(total_cents)::bigint`.as('cents'),
    ])
    .where('placed_at', '>=', from.toString())
    .where('placed_at', '<', before.toString())
    .groupBy(['kind', 'currency'])
    .execute()

/** Orders ordered by id, after `after`. */
export const selectOrdersAfter = async (
  db: Kysely<Database>,
  after: string | null,
  limit: number,
): Promise<Order[]> =>
  withLines(
    db,
    await ordersIn(db)
      .selectAll()
      .$if(after !== null, (query) => query.where('id', '>', after))
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
