import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
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
