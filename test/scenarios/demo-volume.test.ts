import { sql } from 'kysely'
import { expect } from 'vitest'
import { violatedInvariants } from '../support/invariants.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test } from '../support/shop.ts'

test('the demo command fills a sandbox shop with members and orders twice, and every consistency check passes', async ({
  shop,
}) => {
  for (const orders of [200, 100]) {
    const { code, lines } = await runShopCommand(shop, 'demo', `--orders=${orders}`, '--members=100')
    expect([code, lines.at(-1)]).toEqual([0, `Added: 100 members with ${orders} orders.`])
  }
  const { rows } = await sql<{ orders: number; numbers: number; people: number; days: number; due: number }>`
    select count(*)::int as orders, count(distinct number)::int as numbers, count(distinct email)::int as people,
      count(distinct placed_at::date)::int as days,
      (select count(*)::int from subscription where next_order_on <= placed.today) as due
    from "order", (select max(placed_at)::date as today from "order") placed group by placed.today`.execute(
    shop.app.database.kysely,
  )
  // 300 copies, and the 15 orders that they were made of: five members with two orders and five with one.
  expect(rows).toEqual([{ orders: 315, numbers: 315, people: 210, days: expect.any(Number), due: 0 }])
  expect(rows[0]?.days).toBeGreaterThan(20)
  // Ids of a form that endpoints take.
  const odd = await sql`select from "order" where id::text !~ '^.{14}[1-8].{4}[89ab]'`.execute(
    shop.app.database.kysely,
  )
  expect(odd.rows).toHaveLength(0)
  for (const command of [['invariants'], ['reconcile'], ['audit', 'verify']])
    expect([command, await runShopCommand(shop, ...command)]).toMatchObject([command, { code: 0 }])
  // Copies come with stock of their own: what is available stays what it was.
  expect(await violatedInvariants(shop.app.database.kysely)).toEqual([
    'units gone from the stock that nobody bought: ds-01',
  ])
})

test('the demo command refuses invalid arguments with a sentence and adds nothing', async ({ shop }) => {
  for (const [words, sentence] of [
    [['--orders=100'], 'Give --members with a number of at least 100.'],
    [['--orders=300', '--members=100'], 'Give as many orders as members, or twice as many.'],
    [['--orders=x', '--members=100'], 'Give --orders with a number of at least 100.'],
  ] as const)
    expect(await runShopCommand(shop, 'demo', ...words)).toEqual({ code: 1, lines: [sentence] })
  const alone = { ...shop, app: { ...shop.app, sandboxUrl: 'http://127.0.0.1:9' } }
  expect(await runShopCommand(alone, 'demo', '--orders=100', '--members=100')).toEqual({
    code: 1,
    lines: [
      'The sandbox processor does not answer at http://127.0.0.1:9. Start the shop with npm start, and leave it running.',
    ],
  })
  const { rows } = await sql`select from "order"`.execute(shop.app.database.kysely)
  expect(rows).toHaveLength(0)
})
