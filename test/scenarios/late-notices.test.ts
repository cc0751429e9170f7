import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { changeAddress, listAddresses } from '#account/settings-endpoints.ts'
import { places } from '../support/places.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import type { TestShop } from '../support/shop.ts'
import { test } from '../support/shop.ts'

/** Stops every mail of the shop. Resolves to a function that ends this and has the waiting mails tried at once. */
const blockMails = async (shop: TestShop): Promise<() => Promise<void>> => {
  const outbox = join(shop.app.dataFolder, 'outbox')
  await rename(outbox, `${outbox}-aside`)
  await writeFile(outbox, 'a file in place of the folder')
  return async () => {
    await rename(outbox, `${outbox}-blocked`)
    await rename(`${outbox}-aside`, outbox)
    await sql`update pgboss.job set start_after = now() where name = 'shop' and state = 'retry'`.execute(
      shop.app.database.kysely,
    )
  }
}

/** Resolves when the mail of a notice was tried in vain. */
const untilNoticeWaits = async (shop: TestShop): Promise<void> => {
  const isWaiting = async (): Promise<boolean> => {
    const { rows } = await sql`select 1 from pgboss.job where name = 'shop' and state = 'retry'
      and data::text like '%mail: subscription notice%'`.execute(shop.app.database.kysely)
    return rows.length > 0
  }
  while (!(await isWaiting())) {
    await Promise.all(shop.app.children.map((child) => child.runDueWork()))
    await sleep(20)
  }
}

const increase = ['syn-rf', '54.99', '2031-02-01'] as const

/** A monthly member since January 6, to whom the mail about 54.99 from February 6 on is waiting. */
const waitingIncrease = async (shop: TestShop) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await shop.travelTo('2031-01-10')
  const unblock = await blockMails(shop)
  await runShopCommand(shop, 'price-increase', ...increase)
  await untilNoticeWaits(shop)
  return { mara, unblock }
}

const noticesTo = async (shop: TestShop, email: string): Promise<readonly string[]> =>
  (await shop.mails(email))
    .map(({ subject }) => subject)
    .filter((subject) => /price of your subscription|next order/i.test(subject))

test('a price increase that is undone before its mails are sent is announced to nobody', async ({ shop }) => {
  const { mara, unblock } = await waitingIncrease(shop)
  await runShopCommand(shop, 'price-increase', 'undo', 'syn-rf', '2031-02-01')
  await unblock()
  expect(await noticesTo(shop, mara.email)).toEqual([])
  // The same increase again is announced.
  await runShopCommand(shop, 'price-increase', ...increase)
  expect(await noticesTo(shop, mara.email)).toEqual([
    'The price of your subscription changes on February 6, 2031',
  ])
})

test('late price increase mails name the first order at the new price, and no order that was already charged', async ({
  shop,
}) => {
  const { mara, unblock } = await waitingIncrease(shop)
  await Promise.all(shop.app.children.map((child) => child.kill()))
  await unblock()
  // January 30 is seven days before the order of February 6, which keeps its price.
  await shop.closeFor(20)
  expect(await noticesTo(shop, mara.email)).toEqual([
    'The price of your subscription changes on March 6, 2031',
  ])
  await shop.travelTo('2031-03-07')
  expect((await mara.charges()).map(({ on, cents }) => `${on} ${cents}`)).toEqual([
    '2031-01-06 4999',
    '2031-02-06 4999',
    '2031-03-06 5499',
  ])
})

const secondsOfDay = 86_400

/** Resolves when the newest notice of a kind names this total. */
const untilNoticed = async (shop: TestShop, kind: string, cents: number): Promise<void> => {
  const newest = async (): Promise<number | undefined> => {
    const { rows } = await sql<{ cents: number }>`select (facts ->> 'totalCents')::int as cents
      from subscription_notice where kind = ${kind} order by made_at desc limit 1`.execute(
      shop.app.database.kysely,
    )
    return rows[0]?.cents
  }
  while ((await newest()) !== cents) {
    await Promise.all(shop.app.children.map((child) => child.runDueWork()))
    await sleep(20)
  }
}

/** The sums that the reminders and renewal notices to somebody name, in the order in which they went out. */
const sumsNamed = async (shop: TestShop, email: string): Promise<readonly string[]> =>
  (await shop.mails(email))
    .filter(({ subject }) => /^Your next order|renews on/.test(subject))
    .map(({ subject, text }) => `${subject} ${/\$\d+\.\d\d/.exec(text)?.[0]}`)

test('reminders whose mails failed twice while the total changed twice are one mail, with the total that is charged', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: '3-month refill' }))
  const { id = '' } = (await mara.call(listAddresses, {})).addresses[0] ?? {}
  await shop.travelTo('2031-04-02')
  const unblock = await blockMails(shop)
  await shop.advanceSeconds(secondsOfDay)
  await untilNoticeWaits(shop)
  // 7.25 and 4 % of 134.97.
  await shop.advanceSeconds(secondsOfDay)
  await mara.call(changeAddress, { id, ...places.california })
  await untilNoticed(shop, 'reminder', 14476)
  await shop.advanceSeconds(secondsOfDay)
  await mara.call(changeAddress, { id, ...places.manhattan })
  await untilNoticed(shop, 'reminder', 14037)
  await unblock()
  await shop.travelTo('2031-04-07')
  expect(await sumsNamed(shop, mara.email)).toEqual([
    'Your subscription renews on April 6, 2031 $134.97',
    'Your next order: April 6, 2031 $140.37',
  ])
  expect((await mara.charges()).map(({ cents }) => cents)).toEqual([13497, 14037])
})

test('a renewal notice whose mail waits while the address changes names the total of the new place', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: '3-month refill' }))
  const { id = '' } = (await mara.call(listAddresses, {})).addresses[0] ?? {}
  await shop.travelTo('2031-03-15')
  const unblock = await blockMails(shop)
  await shop.advanceSeconds(secondsOfDay)
  await untilNoticeWaits(shop)
  await mara.call(changeAddress, { id, ...places.california })
  await untilNoticed(shop, 'renewal', 14476)
  await unblock()
  expect(await sumsNamed(shop, mara.email)).toEqual(['Your subscription renews on April 6, 2031 $144.76'])
})
