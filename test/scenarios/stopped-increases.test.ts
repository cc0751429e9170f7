import { expect } from 'vitest'
import { moveClock } from '#dev-tools/endpoints.ts'
import { changeBilling } from '#payment/endpoints.ts'
import { stopIncreases } from '#subscription/notice/server/price-increases.ts'
import { newApiClient } from '../support/api-client.ts'
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

const changes = 'The price of your subscription changes on February 6, 2031'
const stays = 'The price of your subscription stays the same'

test('when an increase stops after its day, a charged member keeps the new price, and a member who skipped that order gets a mail and pays the old price', async ({
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
  expect(await subjects(shop, mara.email)).toEqual([changes])
  expect(await subjects(shop, noor.email)).toEqual([changes, stays])
  expect((await noor.view()).upcoming_order).toMatchObject({ total: '49.99' })
  await shop.travelTo('2031-03-07')
  expect((await mara.charges()).map(({ cents }) => cents)).toEqual([4999, 5499, 5499])
  expect((await noor.charges()).map(({ cents }) => cents)).toEqual([4999, 4999])
})

test('when an increase stops during a renewal run, a member charged the new price had its notice and gets no mail that the old price stays', async ({
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
    expect([last?.cents, mails]).toEqual(last?.cents === 5499 ? [5499, [changes]] : [4999, [changes, stays]])
  }
})

test('when an increase stops while a charge at the new price is in flight, no mail is sent before the charge is settled', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const token = await shop.pages.tokenFor('time-out')
  await mara.call(changeBilling, { card: { token }, all_subscriptions: true })
  await shop.travelTo('2031-01-10')
  await runShopCommand(shop, 'price-increase', ...increase)
  await shop.settled()
  // The time machine answers once the run is over: the charge is not answered by then.
  await newApiClient(shop.url).call(moveClock, { to: '2031-02-06' })
  await stopAll(shop)
  await shop.settled()
  expect(await subjects(shop, mara.email)).toEqual([changes])
  await shop.travelTo('2031-02-08')
  expect((await mara.charges()).map(({ cents }) => cents)).toEqual([4999, 5499])
  expect(await subjects(shop, mara.email)).toEqual([changes])
})
