import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import { closeDays } from '#report/server/close-days.ts'
import type { Database } from '#platform/schema.ts'
import { cancelSubscription } from '#subscription/change/change-endpoints.ts'
import { invariantViolations } from '#app/invariants.ts'
import { updateCardLink } from '../support/card-link.ts'
import { closeAll, closing } from '../support/closed-days.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { test } from '../support/shop.ts'
import type { TestShop } from '../support/shop.ts'

type Db = Kysely<Database>

const tables = [
  'report_ledger_day',
  'report_order_day',
  'report_subscription_day',
  'report_dunning_day',
  'report_coupon_day',
] as const

/** Every sum as text, in one order. */
const sums = async (db: Db): Promise<string[]> => {
  const all: string[] = []
  for (const table of tables) {
    const { rows } = await sql<{ text: string }>`
      select row_to_json(sum)::text as text from ${sql.table(table)} sum order by 1`.execute(db)
    all.push(...rows.map(({ text }) => `${table} ${text}`))
  }
  return all
}

/** A year's worth of kinds in three months: purchases, renewals, a change, a pause, an end, a declined card that was mended. */
const live = async (shop: TestShop): Promise<void> => {
  const mara = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const june = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const tomas = await shop.member({ plan: 'monthly refill', card: 'renewal-stolen' })
  await shop.travelTo('2031-01-20')
  await mara.make({ action: 'change-quantity', quantity: 2 })
  await shop.travelTo('2031-02-10')
  await june.call(cancelSubscription, { id: june.id })
  await (await updateCardLink(shop, tomas)).pay('approve')
  await shop.travelTo('2031-03-10')
  await mara.make({ action: 'pause' })
  await shop.travelTo('2031-03-20')
}

const report = async (shop: TestShop): Promise<readonly string[]> =>
  (await runShopCommand(shop, 'report', '2031-01', '2031-03')).lines

test('a report is the same from day totals, from rows, and from both; wrong day totals are found and computed again', async ({
  shop,
}) => {
  await live(shop)
  await closeAll(shop.app.deps, '2031-03-19')
  const db = shop.app.database.kysely
  const [fromSums, made] = [await report(shop), await sums(db)]
  expect(made.filter((text) => text.startsWith('report_subscription_day')).length).toBeGreaterThan(5)
  expect(made.join('\n')).toContain('"outcome":"recovered-link"')
  expect(await invariantViolations(db)).toEqual([])
  // Half of the days from their rows, then all of them.
  await sql`update report_closing set through = '2031-02-03'`.execute(db)
  expect(await report(shop)).toEqual(fromSums)
  await sql`update report_closing set through = null`.execute(db)
  expect(await report(shop)).toEqual(fromSums)
  await closeAll(shop.app.deps, '2031-03-19')
  expect(await sums(db)).toEqual(made)
  // One cent too much, a subscription that nobody has, a case and a use that nobody had.
  await sql`update report_ledger_day set cents = cents + 1 where (day, account) = (select day, account
    from report_ledger_day order by day, account limit 1)`.execute(db)
  await sql`update report_subscription_day set subscriptions = subscriptions + 1, live = live + 1 where kind = 'new'`.execute(
    db,
  )
  await sql`insert into report_dunning_day values ('2031-01-02', 'USD', 'open', 1, 0)`.execute(db)
  await sql`insert into report_coupon_day values ('2031-01-02', 'NOBODY', 1)`.execute(db)
  await sql`update report_order_day set times = times + 1 where kind = 'renewal'`.execute(db)
  const broken = (await invariantViolations(db)).join('\n')
  for (const word of [
    /the sum of \S+ by \S+ on 2031-01-\d\d in USD is/,
    /the sum of new in 2031-01 of subscriptions from 2031-01 in USD is/,
    /live subscriptions from 2031-01 is/,
    /declined renewals \(open\) is 1, and its rows come to 0/,
    /uses of coupons is/,
    /orders \(renewal\) in USD is/,
  ])
    expect(broken).toMatch(word)
  const { code, lines } = await runShopCommand(shop, 'report', 'rebuild')
  expect([code, lines.at(-1)]).toEqual([
    0,
    expect.stringMatching(/^Made the sums of \d+ days again, until 2031-03-19\.$/),
  ])
  expect(await sums(db)).toEqual(made)
  expect(await invariantViolations(db)).toEqual([])
  // From a day on: an earlier one that is wrong stays so.
  await sql`update report_order_day set times = times + 1`.execute(db)
  await runShopCommand(shop, 'report', 'rebuild', '2031-03-01')
  expect(await sums(db)).not.toEqual(made)
  await runShopCommand(shop, 'report', 'rebuild')
  expect(await sums(db)).toEqual(made)
  expect(await runShopCommand(shop, 'report', 'rebuild', 'soon')).toMatchObject({ code: 1 })
})

/** A journal of 12.34 on a day, as a transaction of a slow process would write it. */
const post = async (db: Db, id: string, day: string): Promise<void> => {
  await sql`insert into ledger_journal (id, fact, fact_id, posted_on, posted_at)
    values (${id}, 'payout-paid', ${id}, ${day}, ${`${day}T20:00:00Z`})`.execute(db)
  await sql`insert into ledger_posting (journal_id, position, account, cents, currency)
    values (${id}, 0, 'dispute-losses', 1234, 'USD'), (${id}, 1, 'receivable', -1234, 'USD')`.execute(db)
}

const lossesOf = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ text: string }>`
    select day || ' ' || cents as text from report_ledger_day where account = 'dispute-losses' order by 1`.execute(
    db,
  )
  return rows.map(({ text }) => text)
}

test('a row that is written late for a closed day is in the totals and balances of that day', async ({
  shop,
}) => {
  const { deps, database } = shop.app
  const db = database.kysely
  await shop.member({ plan: 'monthly refill' })
  await shop.travelTo('2031-01-10')
  await closeAll(shop.app.deps, '2031-01-09')
  // A transaction that began before the day was over, and does not know that it is.
  const slow = await db.startTransaction().execute()
  await post(slow, deps.ids.uuid(), '2031-01-10')
  await shop.travelTo('2031-01-11')
  for (let looks = 0; looks < 3; looks += 1) await closeDays(deps)
  expect((await closing(db)).through).toBe('2031-01-09')
  await slow.commit().execute()
  await closeAll(shop.app.deps, '2031-01-10')
  expect(await lossesOf(db)).toEqual(['2031-01-10 1234'])
  // One that is written when the sums are there already.
  await post(db, deps.ids.uuid(), '2031-01-10')
  await post(db, deps.ids.uuid(), '2031-01-08')
  const balance = async () =>
    (await runShopCommand(shop, 'ledger')).lines.find((line) => line.startsWith('dispute-losses'))
  expect(await balance()).toContain('37.02')
  expect(await invariantViolations(db)).toEqual([])
  await closeAll(shop.app.deps, '2031-01-10')
  expect(await lossesOf(db)).toEqual(['2031-01-08 1234', '2031-01-10 2468'])
  expect(await invariantViolations(db)).toEqual([])
})

test('two workers close each day once, and an interrupted run leaves only complete days', async ({
  shop,
}) => {
  const { deps, database } = shop.app
  const db = database.kysely
  await live(shop)
  await closeAll(shop.app.deps, '2031-03-19')
  const made = await sums(db)
  const forget = async () => {
    for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(db)
    await sql`update report_closing set through = null`.execute(db)
  }
  await forget()
  while ((await closing(db)).through !== '2031-03-19') await Promise.all([closeDays(deps), closeDays(deps)])
  expect(await sums(db)).toEqual(made)
  await forget()
  // The database refuses the last write of a day in February: its other sums go with it.
  await sql`alter table report_closing add constraint broken check (through is null or through < '2031-02-10')`.execute(
    db,
  )
  await expect(closeDays(deps, 100)).rejects.toThrow('broken')
  const half = await sums(db)
  expect(half.length).toBeGreaterThan(0)
  expect(half.filter((text) => text.includes('"day":"2031-02-10"'))).toEqual([])
  expect((await closing(db)).through).toBe('2031-02-09')
  expect(await invariantViolations(db)).toEqual([])
  await sql`alter table report_closing drop constraint broken`.execute(db)
  await closeAll(shop.app.deps, '2031-03-19')
  expect(await sums(db)).toEqual(made)
})

test('day totals contain no email and no account id', async ({ shop }) => {
  const member = await shop.member({ plan: 'monthly refill' })
  await runShopCommand(shop, 'credit', member.email, '10', 'thanks')
  await shop.travelTo('2031-02-10')
  await closeAll(shop.app.deps, '2031-02-09')
  const db = shop.app.database.kysely
  const { rows } = await sql<{ id: string }>`select id from account where email = ${member.email}`.execute(db)
  const text = (await sums(db)).join('\n')
  expect(text).toContain('report_ledger_day')
  for (const personal of [member.email, rows[0]?.id ?? member.email]) expect(text).not.toContain(personal)
})

test('what visitors and buyers did stays counted after their carts and events are deleted', async ({
  shop,
}) => {
  const db = shop.app.database.kysely
  const left = shop.visitor()
  await left.add('syn-rf')
  await shop.member({ plan: 'monthly refill' })
  // One browser on two days, to the product on one of them; another one in February.
  for (const [at, name] of [
    ['2031-01-07T18:00:00Z', 'Page Viewed'],
    ['2031-01-08T18:00:00Z', 'Page Viewed'],
    ['2031-01-08T18:01:00Z', 'Product Viewed'],
  ])
    await sql`insert into analytics_event (message_id, visit_id, type, source, name, properties, active_groups, happened_at, received_at)
      values (gen_random_uuid(), '00000000-0000-4000-8000-000000000001', 'track', 'browser', ${name}, '{}', '{}', ${at}, ${at})`.execute(
      db,
    )
  const counts = async () => (await runShopCommand(shop, 'report', '--json', '2031-01')).lines[0] ?? ''
  const atOnce: unknown = JSON.parse(await counts())
  expect(atOnce).toMatchObject({
    counts: [{ carts: 2, checkouts: { sent: 1, ordered: 1 }, visits: [1, 1, 0, 0, 0] }],
  })
  await shop.travelTo('2031-02-20')
  await sql`delete from analytics_event`.execute(db)
  const { rows } = await sql<{ carts: number }>`select count(*)::int as carts from cart`.execute(db)
  expect(rows).toEqual([{ carts: 1 }])
  expect(JSON.parse(await counts())).toMatchObject({
    counts: [{ carts: 2, checkouts: { sent: 1, ordered: 1 }, visits: [1, 1, 0, 0, 0] }],
  })
})
