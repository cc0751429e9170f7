import { sql } from 'kysely'
import { expect } from 'vitest'
import { brokenInvariants } from '../../src/app/invariants.ts'
import type { ShopGround } from './shop-ground.ts'

interface Row {
  readonly [column: string]: unknown
}

/** Sentences that must find nothing, whatever was killed, repeated or raced. */
const sentences: Readonly<Record<string, string>> = {
  'an order without a charge':
    `select o.number from "order" o left join charge c on c.id = o.charge_id and c.state = 'succeeded'
     where o.total_cents > 0 and c.id is null`,
  'a charge without an order':
    `select c.idempotency_key from charge c left join "order" o on o.charge_id = c.id
     where c.state = 'succeeded' and o.id is null`,
  'an order of another sum than its charge':
    `select o.number from "order" o join charge c on c.id = o.charge_id
     where (c.request ->> 'amountCents')::int <> o.total_cents`,
  'two charges for one thing':
    `select purpose_id from charge where state = 'succeeded' group by purpose_id having count(*) > 1`,
  'something still open':
    `select id::text from charge where state in ('intended', 'unknown')
     union all select id::text from checkout where state in ('charging', 'unknown')
     union all select id::text from billing_cycle where state in ('charging', 'unknown')`,
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
  'units gone from the shelf that nobody bought':
    `with sold as (
       select p.stock_product as product, sum(p.stock_units * l.quantity) as units
       from order_line l join plan p on p.code = l.plan_code group by 1)
     select s.product from stock s left join sold using (product)
     where s.available <> :shelf - coalesce(sold.units, 0) and s.product = 'ds-01'`,
} // prettier-ignore

/** Units of the adult product that a new shop has. */
const fullShelf = 40_000

/**
 * What has to hold once nothing is in anybody's hands: money and orders agree, in our books and in the processor's, and
 * every order has its one mail.
 */
export const expectWhole = async (shop: ShopGround): Promise<void> => {
  await shop.settled()
  const { kysely } = shop.house.database
  const found = await Promise.all(
    Object.entries(sentences).map(async ([sentence, query]) => {
      const { rows } = await sql<Row>`${sql.raw(query.replaceAll(':shelf', String(fullShelf)))}`.execute(
        kysely,
      )
      return rows.map((row) => `${sentence}: ${Object.values(row).join(' ')}`)
    }),
  )
  expect(found.flat()).toEqual([])
  expect(await brokenInvariants(kysely)).toEqual([])

  const { rows: charges } = await sql<{ key: string; cents: number }>`select idempotency_key as key,
    (request ->> 'amountCents')::int as cents from charge where state = 'succeeded' order by 1`.execute(
    kysely,
  )
  const books = (await shop.pages.charges())
    .filter(({ state }) => state === 'succeeded')
    .map(({ key, cents }) => ({ key, cents }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  expect(books).toEqual(charges)

  const { rows: orders } = await sql<{ number: string }>`select number from "order" order by 1`.execute(
    kysely,
  )
  const told = (await shop.mails()).flatMap(
    ({ subject }) => /^(?:Your order|Your subscription renewed: order) (L\w+)$/.exec(subject)?.[1] ?? [],
  )
  expect(told.toSorted()).toEqual(orders.map(({ number }) => number))
}
