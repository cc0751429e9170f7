import { expect } from 'vitest'
import { stopIncreases } from '#subscription/notice/server/price-increases.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import type { TestShop } from '../support/shop.ts'
import { test } from '../support/shop.ts'

const increase = ['syn-rf', '54.99', '2031-02-01'] as const

const stopAll = async (shop: TestShop): Promise<void> => {
  const { id } = await shop.app.database.kysely
    .selectFrom('price_increase')
    .select('id')
    .executeTakeFirstOrThrow()
  const stop = { staffId: shop.app.deps.ids.uuid(), reason: 'Too many left.' }
  await shop.app.change((tx) => stopIncreases(tx, id, stop))
}

const subjects = async (shop: TestShop, email: string): Promise<readonly string[]> =>
  (await shop.mails(email)).map(({ subject }) => subject).filter((subject) => subject.includes('price of'))

const told = 'The price of your subscription changes on February 6, 2031'
const kept = 'The price of your subscription stays the same'

test('stopped after its day: who was charged pays on, who skipped that order is told of the next one, and pays the old price', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const noor = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await shop.travelTo('2031-01-10')
  await runShopCommand(shop, 'price-increase', ...increase)
  await shop.settled()
  await noor.agree({ action: 'skip' })
  await shop.travelTo('2031-02-10')
  await stopAll(shop)
  await shop.settled()
  expect(await subjects(shop, mara.email)).toEqual([told])
  expect(await subjects(shop, noor.email)).toEqual([told, kept])
  expect((await noor.view()).upcoming_order).toMatchObject({ total: '49.99' })
  await shop.travelTo('2031-03-07')
  expect((await mara.charges()).map(({ cents }) => cents)).toEqual([4999, 5499, 5499])
  expect((await noor.charges()).map(({ cents }) => cents)).toEqual([4999, 4999])
})

test('stopped while the renewals run: whoever is charged the new price was told of it, and is never told that it stays', async ({
  shop,
}) => {
  const members = []
  for (let count = 0; count < 6; count += 1)
    members.push(await subscriptionClient(await shop.member({ plan: 'monthly refill' })))
  await shop.travelTo('2031-01-10')
  await runShopCommand(shop, 'price-increase', ...increase)
  await shop.travelTo('2031-02-05')
  await Promise.all([shop.travelTo('2031-02-06'), stopAll(shop)])
  await shop.settled()
  await shop.travelTo('2031-02-07')
  for (const member of members) {
    const last = (await member.charges()).at(-1)
    const mails = await subjects(shop, member.email)
    expect([last?.cents, mails]).toEqual(last?.cents === 5499 ? [5499, [told]] : [4999, [told, kept]])
  }
})

test('stopped while a charge at the new price is in flight: nothing is said until it is answered', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await shop.travelTo('2031-01-10')
  await runShopCommand(shop, 'price-increase', ...increase)
  await shop.travelTo('2031-02-06')
  // As it is between the request of the charge and its answer.
  const db = shop.app.database.kysely
  const priced = db
    .updateTable('billing_cycle')
    .where('subscription_id', '=', mara.id)
    .where('number', '=', 1)
  await db.updateTable('subscription').set({ unit_price_cents: 4999 }).where('id', '=', mara.id).execute()
  await priced.set({ state: 'unknown' }).execute()
  await stopAll(shop)
  await shop.settled()
  expect(await subjects(shop, mara.email)).toEqual([told])
  await priced.set({ state: 'billed' }).execute()
  await db.updateTable('subscription').set({ unit_price_cents: 5499 }).where('id', '=', mara.id).execute()
  await shop.travelTo('2031-02-08')
  expect(await subjects(shop, mara.email)).toEqual([told])
})
