import type { Pool } from 'pg'

/** An order that a renewal of a subscription brought. */
export interface RenewalOrder {
  readonly number: string
  readonly state: string
  readonly cents: number
  readonly refundedCents: number
  readonly city: string
  readonly last4: string
  readonly plans: readonly string[]
}

/** What a subscription was billed for so far, read from the database directly. */
export const renewalOrders = async (pool: Pool, subscriptionId: string): Promise<RenewalOrder[]> => {
  const { rows } = await pool.query<RenewalOrder>(
    `select o.number, o.state, o.total_cents::int as cents, o.refunded_cents::int as "refundedCents",
            coalesce(o.ship_to ->> 'city', '') as city, coalesce(o.card ->> 'last4', '') as last4,
            array(select plan_code from order_line l where l.order_id = o.id order by 1) as plans
     from "order" o join billing_cycle b on b.id = o.billing_cycle_id
     where b.subscription_id = $1 order by o.placed_at, o.number`,
    [subscriptionId],
  )
  return rows
}
