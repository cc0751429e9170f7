import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import { invariantViolations } from '#app/invariants.ts'
import type { Database } from '#platform/schema.ts'
import { brokenComingOrders, rebuildComingOrders, sumComingOrders } from '#report/server/coming-orders.ts'
import { selectComingUnits } from '#report/server/report-rows-store.ts'
import { cancelSubscription } from '#subscription/change/change-endpoints.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test } from '../support/shop.ts'
import type { TestShop } from '../support/shop.ts'
import { subscriptionClient } from '../support/subscription-client.ts'

type Db = Kysely<Database>

const today = Temporal.PlainDate.from('2031-01-06')
const weeks = 30

/** Units by product and week, counted from every subscription: its next order, and again after its interval. */
const counted = async (db: Db): Promise<readonly string[]> => {
  const { rows } = await sql<{
    product: string
    units: number
    next: string
    months: number
    remaining: number | null
  }>`select plan.stock_product as product, plan.stock_quantity * s.quantity as units, s.next_order_on::text as next,
      s.interval_months as months, s.remaining_orders as remaining
    from subscription s join plan on plan.code = s.plan_code
    where s.state in ('active', 'future') and s.next_order_on is not null`.execute(db)
  const sums = new Map<string, number>()
  for (const { product, units, next, months, remaining } of rows)
    for (let order = 0; order < Math.min(4, remaining ?? 4); order += 1) {
      const day = Temporal.PlainDate.from(next).add({ months: months * order })
      const week = Math.max(0, Math.floor(today.until(day).days / 7))
      const name = `${product} ${week}`
      if (week < weeks) sums.set(name, (sums.get(name) ?? 0) + units)
    }
  return [...sums].map(([name, units]) => `${name} ${units}`).toSorted()
}

const read = async (db: Db): Promise<readonly string[]> =>
  (await selectComingUnits(db, today, weeks))
    .filter(({ units }) => units !== 0)
    .map(({ product, week, units }) => `${product} ${week} ${units}`)
    .toSorted()

const changes = async (db: Db): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from report_coming_change`.execute(db)).rows[0]?.n ?? 0

const live = async (shop: TestShop, compare: () => Promise<void>): Promise<void> => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const june = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const { client: sol } = await shop.member({ plan: 'monthly refill', card: 'renewal-stolen' })
  await compare()
  await mara.make({ action: 'change-quantity', quantity: 3 })
  await compare()
  await shop.travelTo('2031-02-10')
  await compare()
  await june.make({ action: 'pause' })
  await compare()
  await mara.call(cancelSubscription, { id: mara.id })
  await compare()
  expect(sol).toBeDefined()
}

test('coming orders are those of every subscription after each change, with the changes of before in sums or not', async ({
  shop,
}) => {
  const db = shop.app.database.kysely
  let compared = 0
  const compare = async () => {
    const expected = await counted(db)
    expect(await read(db)).toEqual(expected)
    compared += expected.length
    await sumComingOrders(shop.app.deps)
    expect(await changes(db)).toBe(0)
    expect(await read(db)).toEqual(expected)
    expect(await invariantViolations(db)).toEqual([])
  }
  await live(shop, compare)
  expect(compared).toBeGreaterThan(10)
})

test('a wrong sum of coming orders is found by the invariants and mended by report rebuild', async ({
  shop,
}) => {
  const db = shop.app.database.kysely
  await shop.member({ plan: 'monthly refill' })
  await sumComingOrders(shop.app.deps)
  const right = await read(db)
  await sql`update report_coming_sum set units = units + 5`.execute(db)
  await sql`insert into report_coming_sum values ('nothing', '2031-02-02', 1, 4, 2)`.execute(db)
  const broken = await invariantViolations(db)
  expect(broken).toEqual([
    'the sum of coming orders of nothing on 2031-02-02 (interval of months: 1) lacks -2 units',
    expect.stringMatching(
      /^the sum of coming orders of syn-rf on 2031-\d\d-\d\d \(interval of months: 1\) lacks -5 units$/,
    ),
  ])
  expect(await runShopCommand(shop, 'report', 'rebuild')).toMatchObject({ code: 0 })
  expect(await invariantViolations(db)).toEqual([])
  expect(await read(db)).toEqual(right)
})

test('a subscription that is written while sums are made or counted again is in them once', async ({
  shop,
}) => {
  const { deps, database } = shop.app
  const db = database.kysely
  await shop.member({ plan: 'monthly refill' })
  for (const make of [sumComingOrders, rebuildComingOrders]) {
    const slow = await db.startTransaction().execute()
    await sql`update subscription set quantity = quantity + 2`.execute(slow)
    await Promise.all([make(deps), make(deps)])
    expect(await read(db)).toEqual(await counted(db))
    await slow.commit().execute()
    expect(await read(db)).toEqual(await counted(db))
    await make(deps)
    expect([await changes(db), await read(db)]).toEqual([0, await counted(db)])
  }
  await sql`update subscription set remaining_orders = 2`.execute(db)
  expect(await read(db)).toEqual(await counted(db))
  expect(await brokenComingOrders(db)).toEqual([])
})
