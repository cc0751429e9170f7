import { productsOf } from '#catalogue/rules/plan.ts'
import { sql, type Kysely } from 'kysely'
import { expect } from 'vitest'
import type { Database } from '#platform/schema.ts'
import { invariantViolations } from '../../src/app/invariants.ts'
import type { ShopUnderTest } from './shop-under-test.ts'
import { startingPlans } from './starting-plans.ts'

/** Units of the adult product that a new shop has. */
const fullStock = 40_000

/** Queries that must find nothing, whatever was killed, repeated or raced. */
const invariants: Readonly<Record<string, string>> = {
  'an order without a charge':
    `select o.number from "order" o left join charge c on c.id = o.charge_id and c.state = 'succeeded'
     where o.total_cents > o.credit_cents and c.id is null`,
  'a charge without an order':
    `select c.idempotency_key from charge c left join "order" o on o.charge_id = c.id
     where c.state = 'succeeded' and c.purpose <> 'card' and o.id is null`,
  'orders of another sum than their charge':
    `select min(o.number) from "order" o join charge c on c.id = o.charge_id
     group by c.id having (c.request ->> 'amountCents')::int <> sum(o.total_cents - o.credit_cents)`,
  'a gift without an order of its own, or the other way round':
    `select coalesce(o.number, g.id::text) from "order" o full join gift g on g.order_id = o.id
     where (o.kind = 'gift') is distinct from (g.id is not null)`,
  'a shipment of a gift that nobody claimed, or a claim without a shipment':
    `select o.number from "order" o join gift g on g.order_id = o.id
     where (g.claimed_at is null) <> (o.ship_on is null) or (o.state = 'shipped' and g.claimed_at is null)
        or (o.state = 'canceled' and g.claimed_at is not null and not exists
          (select from refund r where r.order_id = o.id and r.reason = 'operator' and r.state = 'refunded'))`,
  'two charges for one thing':
    `select purpose_id from charge where state = 'succeeded' group by purpose_id having count(*) > 1`,
  'something still open':
    `select id::text from charge where state in ('intended', 'unknown')
     union all select id::text from checkout where state in ('charging', 'unknown')
     union all select id::text from billing_cycle where state in ('charging', 'unknown')
     union all select id::text from refund where state in ('intended', 'unknown')`,
  'more given back than was charged':
    `select c.idempotency_key from charge c join refund r on r.charge_id = c.id and r.state <> 'refused'
     group by c.id having sum(r.amount_cents) > c.amount_cents`,
  'a refund whose lines are not its sum':
    `select r.id::text from refund r join refund_line l on l.refund_id = r.id
     group by r.id having sum(l.goods_cents + l.tax_cents) <> r.amount_cents + r.credit_cents`,
  'a line refunded beyond what was paid for it':
    `select o.number || ' ' || l.position from order_line l join "order" o on o.id = l.order_id
     join refund r on r.order_id = o.id and r.state <> 'refused'
     join refund_line g on g.refund_id = r.id and g.position = l.position
     group by o.id, l.id having sum(g.quantity) > l.quantity or sum(g.tax_cents) > l.tax_cents
       or sum(g.goods_cents) > l.quantity * l.unit_price_cents - l.discount_cents`,
  'a settled refund without its credit note, or the other way round':
    `select coalesce(r.id, i.refund_id)::text from (select id from refund where state = 'refunded') r
     full join (select n.refund_id from invoice n where n.kind = 'credit-note' and not exists
       (select from invoice v where v.kind = 'reversal' and v.refund_id = n.refund_id)) i on i.refund_id = r.id
     where r.id is null or i.refund_id is null`,
  'an order canceled without its money back':
    `select o.number from "order" o where o.state = 'canceled' and o.total_cents > o.refunded_cents + (
         select coalesce(sum(d.amount_cents), 0) from dispute d where d.order_id = o.id and d.state = 'lost')
       and not exists (select from refund r where r.order_id = o.id
         and (r.state = 'waiting' or r.refusal = 'dispute-lost'
           -- The bank refused all of it: it waits for staff, who give it another way.
           or (r.state = 'refused' and r.replaced_by is null
             and r.amount_cents + r.credit_cents = o.total_cents - o.refunded_cents)))`,
  // A bank may take back what the shop has given as credit; the shop itself never gives more than was paid.
  'an order of which more was given back than paid':
    `select o.number from "order" o where o.refunded_cents > o.total_cents`,
  'an order without lines': `select number from "order" o where not exists (select from order_line where order_id = o.id)`,
  'a checkout that is ordered without an order, or the other way round':
    `select c.id from checkout c left join "order" o on o.checkout_id = c.id
     where (c.state = 'ordered') <> (o.id is not null)`,
  'a cycle that is billed without an order, or the other way round':
    `select b.id from billing_cycle b left join "order" o on o.billing_cycle_id = b.id
     where (b.state = 'billed') <> (o.id is not null)`,
  'a subscription of an order that is not there':
    `select s.id from subscription s left join "order" o on o.id = s.order_id where o.id is null`,
  'a coupon counted otherwise than used':
    `select c.code from coupon c where c.max_redemptions is not null and c.redeemed <>
     (select count(*) from coupon_redemption r where r.coupon_code = c.code and r.state <> 'released')`,
  'units gone from the stock that nobody bought':
    `with sold as (
       select p.stock_product as product, sum(p.stock_quantity * i.line_quantity) as units
       from order_line l join plan p on p.code = l.plan_code
       join shipment_item i on i.order_id = l.order_id and i.position = l.position
       join shipment s on s.id = i.shipment_id and s.state <> 'canceled' group by 1),
     back as (
       select order_id, position, coalesce(restocked_quantity, received_quantity) as units
       from order_return_line where is_restocked
       union all select order_id, position, restocked_quantity from withdrawal_line),
     restocked as (
       select p.stock_product as product, sum(p.stock_quantity * back.units) as units
       from back join order_line l on l.order_id = back.order_id and l.position = back.position
       join plan p on p.code = l.plan_code group by 1)
     select s.product from stock s left join sold using (product) left join restocked using (product)
     where s.available <> ${fullStock} - coalesce(sold.units, 0) + coalesce(restocked.units, 0) and s.product = 'ds-01'`,
  'a subscription is left with as many orders as its end says, less those that came since': `select s.id from subscription s
     left join lateral (select c.version, (c.after ->> 'remainingOrders')::int as orders,
         coalesce(c.after -> 'skipped' -> 0 ->> 'number', c.after ->> 'nextCycle')::int as first_cycle
       from subscription_change c where c.subscription_id = s.id and c.action = 'set-end' and c.undone_at is null
       order by c.version desc limit 1) e on true
     where s.remaining_orders is distinct from case when e.orders is null then null
       when exists (select from subscription_change r where r.subscription_id = s.id and r.action = 'reactivate'
         and r.undone_at is null and r.version > e.version and r.before ->> 'remainingOrders' = '0') then null
       else greatest(0, e.orders - (select count(*)::int from billing_cycle b
         where b.subscription_id = s.id and b.number >= e.first_cycle
           and exists (select from order_line l where l.order_id = b.order_id and l.subscription_id = s.id)
           and not exists (select from subscription_change u where u.id = b.change_id and u.undone_at is not null)))
       end`,
} // prettier-ignore

/** Asked together, some at a time: a statement with a parameter that is not too long is planned once (`createStatementNames`). */
const together = 6

const asOne = (some: readonly (readonly [string, string])[]) => {
  const parts = some.map(([description, query]) => {
    const said = sql`(select string_agg(value, ' ') from json_each_text(row_to_json(found)))`
    return sql`select ${sql.lit(description)} as description, ${said} as words from (${sql.raw(query)}) as found`
  })
  return sql<{
    description: string
    words: string
  }>`select * from (${sql.join(parts, sql` union all `)}) as broken
    where ${together}::int > 0`
}

/** A sentence for each fault in the data once nothing is in flight any more. */
export const violatedInvariants = async (db: Kysely<Database>): Promise<string[]> => {
  const all = Object.entries(invariants)
  const broken: string[] = []
  for (let from = 0; from < all.length; from += together) {
    const { rows } = await asOne(all.slice(from, from + together)).execute(db)
    broken.push(...rows.map(({ description, words }) => `${description}: ${words}`))
  }
  return broken
}

/** Our succeeded charges of more than nothing, each as its key and its cents. */
export const ownCharges = async (db: Kysely<Database>): Promise<string[]> => {
  const { rows } = await sql<{ key: string; cents: number }>`select idempotency_key as key,
    (request ->> 'amountCents')::int as cents from charge where state = 'succeeded' and amount_cents > 0`.execute(
    db,
  )
  return rows.map(({ key, cents }) => `${key} ${cents}`)
}

/** What we gave back, by the key of the charge. */
const ownRefunds = async (db: Kysely<Database>): Promise<string[]> => {
  const { rows } = await sql<{ key: string; cents: number }>`select idempotency_key as key,
    sum(r.amount_cents)::int as cents from charge c join refund r on r.charge_id = c.id
    where r.state = 'refunded' group by 1`.execute(db)
  return rows.map(({ key, cents }) => `${key} ${cents}`)
}

/** The mails about orders, each by its order's number. */
export const ordersMailed = (mails: readonly { readonly subject: string }[]): string[] =>
  mails.flatMap(
    ({ subject }) =>
      /^(?:Your order|Your subscription (?:renewed|has ended): order) (L\w+)$/.exec(subject)?.[1] ?? [],
  )

/** A sentence for each product about which a buyer was asked more than once for a review. */
export const requestedAgain = (
  mails: readonly { readonly to: string; readonly subject: string }[],
): string[] => {
  const requested = mails.flatMap(({ to, subject }) =>
    subject.startsWith('How is ')
      ? productsOf(startingPlans).flatMap(({ name }) =>
          subject.includes(name) ? [`${to} about ${name}`] : [],
        )
      : [],
  )
  return [...Map.groupBy(requested, (one) => one)].flatMap(([one, times]) =>
    times.length > 1 ? [`${one} was asked ${times.length} times for a review`] : [],
  )
}

/** The numbers of all orders. */
export const orderNumbers = async (db: Kysely<Database>): Promise<string[]> => {
  const { rows } = await sql<{ number: string }>`select number from "order"`.execute(db)
  return rows.map(({ number }) => number)
}

/** What must hold when nothing is in flight: money and orders agree, in the shop and at the processor. */
export const expectLedgerConsistent = async (shop: ShopUnderTest): Promise<void> => {
  await shop.settled()
  const { kysely } = shop.app.database
  expect(await violatedInvariants(kysely)).toEqual([])
  expect(await invariantViolations(kysely)).toEqual([])
  const processorRecords = (await shop.pages.charges())
    .filter(({ state }) => state === 'succeeded')
    .map(({ key, cents }) => `${key} ${cents}`)
  expect(processorRecords.toSorted()).toEqual((await ownCharges(kysely)).toSorted())
  const refunds = (await shop.pages.charges())
    .filter(({ refunded }) => refunded > 0)
    .map(({ key, refunded }) => `${key} ${refunded}`)
  expect(refunds.toSorted()).toEqual((await ownRefunds(kysely)).toSorted())
}

/**
 * The ledger is consistent, and every order has its one mail. Members who delete their account take their mails with
 * them.
 */
export const expectConsistent = async (shop: ShopUnderTest): Promise<void> => {
  await expectLedgerConsistent(shop)
  const numbers = await orderNumbers(shop.app.database.kysely)
  expect(ordersMailed(await shop.mails()).toSorted()).toEqual(numbers.toSorted())
}
