import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { invariantViolations } from '#app/invariants.ts'
import type { Database } from '#platform/schema.ts'
import { selectBoughtUnits } from '#report/server/bought-store.ts'
import { rebuildBoughtUnits, sumBoughtUnits } from '#report/server/bought-units.ts'
import { stockNeeds } from '#report/server/stock-needs.ts'
import { waitUntilBlocked } from '../support/database-locks.ts'
import { insertIdenticalOrders } from '../support/many-orders.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { test } from '../support/shop.ts'

type Db = Kysely<Database>

/** As the desk counted before there were sums: every line of every purchase since then, canceled and refunded ones too. */
const counted = async (db: Db, since: Temporal.Instant): Promise<readonly string[]> => {
  const { rows } = await sql<{ product: string; units: number }>`
    select line.product, sum(line.stock_quantity)::integer as units
    from "order" o join order_line line on line.order_id = o.id
    where o.billing_cycle_id is null and o.placed_at >= ${since.toString()}::timestamptz
    group by 1 having sum(line.stock_quantity) <> 0`.execute(db)
  return rows.map(({ product, units }) => `${product} ${units}`).toSorted()
}

const read = async (db: Db, since: Temporal.Instant): Promise<readonly string[]> =>
  (await selectBoughtUnits(db, since)).map(([product, units]) => `${product} ${units}`).toSorted()

const changes = async (db: Db): Promise<number> =>
  (await sql<{ n: number }>`select count(*)::int as n from report_bought_change`.execute(db)).rows[0]?.n ?? 0

/** Moments around every purchase, and at both ends of its hour. */
const moments = async (db: Db): Promise<readonly Temporal.Instant[]> => {
  const { rows } = await sql<{ at: string }>`
    select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from "order" o,
      unnest(array[o.placed_at, o.placed_at + interval '1 microsecond', date_trunc('hour', o.placed_at, 'UTC'),
        date_trunc('hour', o.placed_at, 'UTC') + interval '1 hour']) moment
    order by random() limit 40`.execute(db)
  return rows.map(({ at }) => Temporal.Instant.from(at))
}

const member = async (db: Db): Promise<string> =>
  (await db.selectFrom('account').select('id').executeTakeFirstOrThrow()).id

/** What might happen to rows of orders, by the dozen and at random. */
const scramble = async (db: Db, seed: number): Promise<void> => {
  const some = sql`hashint4(hashtext(id::text) # ${seed}::int) % 5 = 0`
  await sql`update "order" set placed_at = placed_at - make_interval(mins => abs(hashtext(id::text)) % 5000)
    where ${some}`.execute(db)
  await sql`update order_line set stock_quantity = stock_quantity + 1 + ${seed}::int % 2 where ${some}`.execute(
    db,
  )
  await sql`update order_line set product = case product when 'ds-01' then 'vs-01' else 'ds-01' end
    where hashint4(hashtext(id::text) # ${seed + 1}::int) % 7 = 0`.execute(db)
  await sql`delete from shipment_item item using order_line line where line.order_id = item.order_id
    and hashint4(hashtext(line.id::text) # ${seed + 2}::int) % 11 = 0`.execute(db)
  await sql`delete from order_line where hashint4(hashtext(id::text) # ${seed + 2}::int) % 11 = 0`.execute(db)
}

test('what was bought is what the lines of purchases come to, after purchases, renewals, cancellations, refunds and any other change', async ({
  shop,
}) => {
  const { deps, database } = shop.app
  const db = database.kysely
  let compared = 0
  const compare = async () => {
    for (const since of await moments(db)) {
      const expected = await counted(db, since)
      expect(await read(db, since)).toEqual(expected)
      compared += expected.length
    }
  }
  const both = async () => {
    await compare()
    await sumBoughtUnits(deps)
    expect(await changes(db)).toBe(0)
    await compare()
  }
  const { client } = await shop.member({ plan: 'monthly refill' })
  const buyer = shop.visitor()
  await buyer.add('vs-wk')
  await buyer.add('pds-wk')
  await buyer.checkout()
  await both()
  const [order] = await db.selectFrom('order').select('number').where('email', '=', buyer.email).execute()
  const refunded = await runShopCommand(shop, 'order', 'refund', order?.number ?? '')
  expect(refunded.lines.join('\n')).toMatch(/refund/i)
  await shop.travelTo('2031-03-10')
  const renewals = await sql`select from "order" where billing_cycle_id is not null`.execute(db)
  expect([client === undefined, renewals.rows.length > 0]).toEqual([false, true])
  await both()
  expect(await invariantViolations(db)).toEqual([])
  await insertIdenticalOrders(db, await member(db), 300)
  for (const seed of [3, 17, 40]) {
    await scramble(db, seed)
    await both()
  }
  expect(compared).toBeGreaterThan(200)
})

test('a wrong sum of purchases is found by the invariants and mended by report rebuild', async ({ shop }) => {
  const db = shop.app.database.kysely
  await shop.member({ plan: 'monthly refill' })
  await sumBoughtUnits(shop.app.deps)
  const since = Temporal.Instant.from('2030-01-01T00:00Z')
  const right = await counted(db, since)
  await sql`update report_bought_sum set units = units + 5`.execute(db)
  await sql`insert into report_bought_sum values ('2031-01-02T03:00Z', 'nothing', 2)`.execute(db)
  expect(await invariantViolations(db)).toEqual(
    expect.arrayContaining([
      'the sum of purchases of nothing in the hour 2031-01-02T03Z lacks -2 units',
      expect.stringMatching(/^the sum of purchases of ds-01 in the hour .*Z lacks -5 units$/),
    ]),
  )
  expect(await runShopCommand(shop, 'report', 'rebuild')).toMatchObject({ code: 0 })
  expect(await invariantViolations(db)).toEqual([])
  expect(await read(db, since)).toEqual(right)
})

test('a purchase that is written while sums are made or counted again is in them once', async ({ shop }) => {
  const { deps, database } = shop.app
  const db = database.kysely
  await shop.member({ plan: 'monthly refill' })
  const since = Temporal.Instant.from('2030-01-01T00:00Z')
  for (const make of [sumBoughtUnits, rebuildBoughtUnits]) {
    const slow = await db.startTransaction().execute()
    await sql`update order_line set stock_quantity = stock_quantity + 2`.execute(slow)
    await Promise.all([make(deps), make(deps)])
    expect(await read(db, since)).toEqual(await counted(db, since))
    await slow.commit().execute()
    expect(await read(db, since)).toEqual(await counted(db, since))
    await make(deps)
    expect([await changes(db), await read(db, since)]).toEqual([0, await counted(db, since)])
  }
  const undone = await db.startTransaction().execute()
  await sql`update order_line set stock_quantity = stock_quantity + 2`.execute(undone)
  await undone.rollback().execute()
  expect([await changes(db), await read(db, since)]).toEqual([0, await counted(db, since)])
})

test('while one process makes sums another one makes none, and a count of every purchase waits for it', async ({
  shop,
}) => {
  const { deps, database } = shop.app
  const db = database.kysely
  await shop.member({ plan: 'monthly refill' })
  await sumBoughtUnits(deps)
  await sql`update order_line set stock_quantity = stock_quantity + 2`.execute(db)
  await sql`update report_bought_sum set units = units + 5`.execute(db)
  const other = await db.startTransaction().execute()
  onTestFinished(async () => {
    if (!other.isCommitted) await other.rollback().execute()
  })
  await sql`select from report_closing for update`.execute(other)
  const noted = await changes(db)
  await sumBoughtUnits(deps)
  expect([noted > 0, await changes(db)]).toEqual([true, noted])
  const rebuilt = Promise.all([rebuildBoughtUnits(deps), rebuildBoughtUnits(deps)])
  await waitUntilBlocked(db, 2, 'report_closing')
  await other.commit().execute()
  await rebuilt
  const since = Temporal.Instant.from('2030-01-01T00:00Z')
  expect([await changes(db), await read(db, since)]).toEqual([0, await counted(db, since)])
})

interface RowsRead {
  readonly orders: number
  readonly sums: number
}

const rowsSoFar = async (tx: Db): Promise<RowsRead> => {
  const { rows } = await sql<{ name: string; n: number }>`
    select relname as name, (seq_tup_read + idx_tup_fetch)::int as n from pg_stat_xact_user_tables
    where relname in ('order', 'order_line', 'report_bought_sum', 'report_bought_change')`.execute(tx)
  const read = (...names: readonly string[]): number =>
    rows.reduce((sum, { name, n }) => (names.includes(name) ? sum + n : sum), 0)
  return { orders: read('order', 'order_line'), sums: read('report_bought_sum', 'report_bought_change') }
}

/** The rows that a read takes from orders with their lines, and from sums with their changes. */
const rowsRead = (db: Db, run: (tx: Db) => Promise<unknown>): Promise<RowsRead> =>
  db.transaction().execute(async (tx) => {
    const before = await rowsSoFar(tx)
    await run(tx)
    const after = await rowsSoFar(tx)
    return { orders: after.orders - before.orders, sums: after.sums - before.sums }
  })

test('what the list of stocks reads does not grow with the purchases of the last weeks', async ({ shop }) => {
  const { deps, database } = shop.app
  const db = database.kysely
  await shop.member({ plan: 'monthly refill' })
  const now = deps.clock.now()
  // One a minute, for 33 hours each time.
  const grow = async () => {
    await insertIdenticalOrders(db, await member(db), 2000)
    await sumBoughtUnits(deps)
    await sql`analyze "order"`.execute(db)
    await sql`analyze order_line`.execute(db)
    return rowsRead(db, (tx) => stockNeeds(tx, now))
  }
  const first = await grow()
  const second = await grow()
  // The planner looks at the ends of an index.
  expect(Math.max(first.orders, second.orders)).toBeLessThan(10)
  expect(second.sums).toBe(first.sums)
  expect(second.sums).toBeLessThan(40)
  // Where the window begins within an hour in which something was bought, the rest of that hour is read.
  const since = now.subtract({ hours: 20 }).round({ smallestUnit: 'hour' }).subtract({ minutes: 30 })
  const within = await rowsRead(db, (tx) => selectBoughtUnits(tx, since))
  expect(within.orders).toBeGreaterThan(0)
  expect(within.orders).toBeLessThanOrEqual(4 * 31)
  expect(await read(db, since)).toEqual(await counted(db, since))
  // As it was counted before.
  expect((await rowsRead(db, (tx) => counted(tx, now.subtract({ hours: 672 })))).orders).toBeGreaterThan(8000)
})
