import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'

/** What is left of the tax of an order after its refunds, by jurisdiction. */
export const selectTaxLeft = async (
  db: Kysely<Database>,
  orderId: string,
): Promise<(readonly [string, number])[]> => {
  const rows = await db
    .selectFrom('ledger_tax')
    .select(['jurisdiction', sql<number>`-sum(cents)::bigint`.as('cents')])
    .where('order_id', '=', orderId)
    .groupBy('jurisdiction')
    .execute()
  return rows.map(({ jurisdiction, cents }) => [jurisdiction ?? '', cents])
}

/**
 * Tax by month, jurisdiction and currency on the days from `from` on and before `to`: what orders added, and what refunds took back,
 * less what came back of them.
 */
export const selectTaxByPlace = (db: Kysely<Database>, from: Temporal.PlainDate, to: Temporal.PlainDate) =>
  db
    .selectFrom('ledger_tax')
    .select([
      sql<string>`to_char(posted_on, 'YYYY-MM')`.as('month'),
      sql<string>`jurisdiction`.as('jurisdiction'),
      sql<string>`currency`.as('currency'),
      sql<number>`count(*) filter (where fact = 'order-placed')`.as('orders'),
      sql<number>`coalesce(-sum(cents) filter (where fact = 'order-placed'), 0)::bigint`.as('collectedCents'),
      sql<number>`coalesce(sum(cents) filter (where fact <> 'order-placed'), 0)::bigint`.as('refundedCents'),
    ])
    .where('posted_on', '>=', from.toString())
    .where('posted_on', '<', to.toString())
    .groupBy(['month', 'jurisdiction', 'currency'])
    .orderBy('month')
    .orderBy('currency')
    .orderBy('jurisdiction')
    .execute()
