import { sql } from 'kysely'
import { expect } from 'vitest'
import { forceContention } from '../support/forced-contention.ts'
import { test } from '../support/shop.ts'
import { subscriptionClient } from '../support/subscription-client.ts'

test('months of a member’s life succeed while every 37th write fails with 40P01 or 40001', async ({
  shop,
}) => {
  const forced = await forceContention(shop.app.database.kysely, 37)
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  await buyer.enterCode('WELCOME10')
  expect(await buyer.checkout()).toMatchObject({ status: 'ordered' })
  const mara = await subscriptionClient(await shop.asMember(buyer))
  for (const action of ['skip', 'order-now'] as const) await mara.agree({ action })
  await shop.travelDays(40)
  await mara.agree({ action: 'cancel' })
  await mara.agree({ action: 'reactivate' })
  await shop.travelDays(40)
  const gift = shop.visitor()
  await gift.add('syn-wk-gift-2020')
  expect(await gift.checkout({ card: 'time-out' })).toMatchObject({ status: 'pending' })
  await shop.settled()
  const charges = await mara.charges()
  expect(await shop.chargedCents()).toHaveLength(charges.length + 1)
  expect(await forced.count()).toBeGreaterThan(4)
  expect(shop.logged().filter((line) => line.includes('"level":50'))).toEqual([])
})

test('a buyer whose order cannot be written for a while sees that the order is pending, and gets the order', async ({
  shop,
}) => {
  const { kysely } = shop.app.database
  await sql`create function fail() returns trigger language plpgsql as ${sql.raw(
    "$$ begin raise exception 'forced' using errcode = '40P01'; end $$",
  )}`.execute(kysely)
  await sql`create trigger fail before insert on "order" for each statement execute function fail()`.execute(
    kysely,
  )
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  const filled = await buyer.fill()
  const response = await buyer.send(filled)
  expect(response).toMatchObject({ status: 'pending', error: null })
  await sql`drop trigger fail on "order"`.execute(kysely)
  expect(await buyer.untilDecided(response.checkout_id)).toMatchObject({ status: 'ordered' })
  expect(await shop.chargedCents()).toEqual([4999])
})

test('a checkout that lost its cart to another request, which was declined since, buys the cart instead of answering pending', async ({
  shop,
}) => {
  const { kysely } = shop.app.database
  await sql`create sequence written_checkouts`.execute(kysely)
  // As if another transaction had the cart: nothing is written, and nothing can be found.
  await sql`create function meet_another() returns trigger language plpgsql as ${sql.raw(
    "$$ begin return case when nextval('written_checkouts') > 1 then new end; end $$",
  )}`.execute(kysely)
  await sql`create trigger meet_another before insert on checkout for each row execute function meet_another()`.execute(
    kysely,
  )
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  expect(await buyer.checkout()).toMatchObject({ status: 'ordered' })
  expect(await shop.chargedCents()).toEqual([4999])
})
