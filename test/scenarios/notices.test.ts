import { sql } from 'kysely'
import { expect } from 'vitest'
import { runShopCommand } from '../support/shop-command.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { test } from '../support/shop.ts'

test('an order for several months has one notice before it, and the sent text is stored', async ({
  shop,
}) => {
  const mara = await shop.member({ plan: '3-month refill' })
  await runShopCommand(shop, 'credit', mara.email, '20.00', 'For', 'the', 'broken', 'jar')
  await shop.travelTo('2031-04-06')
  const renewalMails = (await shop.mails(mara.email)).filter(({ subject }) => /renews on/.test(subject))
  expect(renewalMails.map(({ subject, sent_at }) => [subject, sent_at.slice(0, 10)])).toEqual([
    ['Your subscription renews on April 6, 2031', '2031-03-16'],
  ])
  // 134.97 − 20.00, which is what the card then was charged.
  expect(renewalMails[0]?.text).toContain('$20.00 of it paid with your current credit and $114.97 charged')
  expect(await shop.chargedCents()).toEqual([13497, 11497])
  expect(renewalMails[0]?.text).toContain('two clicks')
  const { rows } = await sql<{ kind: string; rules: string[]; sent: boolean }>`
    select kind, rules, sent_at is not null as sent from subscription_notice`.execute(
    shop.app.database.kysely,
  )
  expect(rows.toSorted((a, b) => b.kind.localeCompare(a.kind))).toEqual([
    { kind: 'renewal', rules: ['shop-renewal', 'us-rosca'], sent: true },
    { kind: 'reminder', rules: ['shop-reminder'], sent: true },
  ])
})

test('a price increase applies only after a timely notice, and the page shows the price that will be charged', async ({
  shop,
}) => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await shop.travelTo('2031-01-28')
  await runShopCommand(shop, 'price-increase', 'syn-rf', '54.99', '2031-01-29')
  // February 6 is 9 days ahead: too late for a notice, so it keeps its price.
  const renewalMails = async () =>
    (await shop.mails(mara.email)).filter(({ subject }) => /price of your/.test(subject))
  await expect
    .poll(async () => (await renewalMails()).map(({ subject }) => subject))
    .toEqual(['The price of your subscription changes on March 6, 2031'])
  expect((await renewalMails())[0]?.text).toContain('$54.99')
  expect((await mara.view()).upcoming_order).toMatchObject({ on: '2031-02-06', total: '49.99' })
  await shop.travelTo('2031-02-06')
  expect((await mara.view()).upcoming_order).toMatchObject({ on: '2031-03-06', total: '54.99' })
  await shop.travelTo('2031-04-06')
  expect(await mara.charges()).toEqual([
    { on: '2031-01-06', cents: 4999 },
    { on: '2031-02-06', cents: 4999 },
    { on: '2031-03-06', cents: 5499 },
    { on: '2031-04-06', cents: 5499 },
  ])
  expect(await renewalMails()).toHaveLength(1)
})
