import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#platform/schema.ts'

/** A month's money, counted from orders, refunds and credit notes; the ledger is not used. Cents. */
export interface MoneyMonth {
  readonly charged: number
  readonly refunded: number
  readonly sales: number
  readonly discounts: number
  readonly shipping: number
  readonly tax: number
}

/** Whether a moment lies in a month of the shop's calendar, as `2031-01`. */
const inMonth = (moment: string, month: string): RawBuilder<boolean> =>
  sql`to_char(${sql.ref(moment)} at time zone 'America/New_York', 'YYYY-MM') = ${month}`

const one = async (db: Kysely<Database>, query: RawBuilder<{ value: number }>): Promise<number> =>
  (await query.execute(db)).rows[0]?.value ?? 0

/** Money of a month, in its own words. */
export const recountMoney = async (db: Kysely<Database>, month: string): Promise<MoneyMonth> => ({
  charged: await one(
    db,
    sql`select coalesce(sum(c.amount_cents), 0)::int as value from charge c join "order" o on o.charge_id = c.id
      where c.state = 'succeeded' and ${inMonth('o.placed_at', month)}`,
  ),
  refunded: await one(
    db,
    sql`select coalesce(sum(amount_cents), 0)::int as value from refund
      where state = 'refunded' and ${inMonth('settled_at', month)}`,
  ),
  sales: await one(
    db,
    sql`select coalesce(sum(l.quantity * l.unit_price_cents), 0)::int as value from order_line l
      join "order" o on o.id = l.order_id where ${inMonth('o.shipped_at', month)}`,
  ),
  discounts: await one(
    db,
    sql`select coalesce(sum(l.discount_cents), 0)::int as value from order_line l
      join "order" o on o.id = l.order_id where ${inMonth('o.shipped_at', month)}`,
  ),
  shipping: await one(
    db,
    sql`select coalesce(sum(shipping_cents), 0)::int as value from "order" where ${inMonth('shipped_at', month)}`,
  ),
  tax:
    (await one(
      db,
      sql`select coalesce(sum(tax_cents), 0)::int as value from "order" where ${inMonth('placed_at', month)}`,
    )) - (await refundedTax(db, month)),
})

/** The tax in the lines of a month's refunds; `recount-refunds.ts` says whether it is the right one. */
const refundedTax = (db: Kysely<Database>, month: string): Promise<number> =>
  one(
    db,
    sql`select coalesce(sum(g.tax_cents), 0)::int as value from refund_line g join refund r on r.id = g.refund_id
      where r.state = 'refunded' and ${inMonth('r.settled_at', month)}`,
  )

/** The same words read off the ledger's raw postings: the amount of each account in the month, debits positive. */
export const recountLedger = async (db: Kysely<Database>, month: string): Promise<MoneyMonth> => {
  const moved = (account: string, fact: string | null): Promise<number> =>
    one(
      db,
      sql`select coalesce(sum(p.cents), 0)::int as value from ledger_posting p, ledger_journal j
        where j.id = p.journal_id and p.account = ${account} and (${fact}::text is null or j.fact = ${fact})
          and ${inMonth('j.posted_at', month)}`,
    )
  return {
    charged: await moved('receivable', 'order-placed'),
    refunded: -(await moved('receivable', 'refund-settled')),
    sales: -(await moved('revenue', null)),
    discounts: await moved('discounts', null),
    shipping: -(await moved('shipping', null)),
    tax: -(await moved('tax-payable', null)),
  }
}

/**
 * Declined renewals of a month and their outcomes, by their charges: the cases are not used. An immediate order of a
 * member is declined in the response and does not count.
 */
export const recountRefused = async (db: Kysely<Database>, month: string) => {
  const { rows } = await sql<{ refused: number; paid: number }>`with first as (
      select c.id, c.state, min(charge.settled_at) as at
      from charge join billing_cycle c on c.id = charge.purpose_id
      where purpose = 'renewal' and charge.state = 'declined' and not exists (
        select from subscription_change asked where asked.subscription_id = c.subscription_id
          and asked.charges and asked.at = charge.created_at)
      group by c.id)
    select count(*)::int as refused, count(*) filter (where state = 'billed')::int as paid
    from first where ${inMonth('first.at', month)}`.execute(db)
  return rows[0] ?? { refused: 0, paid: 0 }
}
