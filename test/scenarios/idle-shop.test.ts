import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { countStatements } from '../../bench/statement-count.ts'
import { openInProcessShop } from '../support/in-process-shop.ts'
import { test } from '../support/shop.ts'
import { dueStatement } from '#app/due-statement.ts'
import { hasDueCharges, hasDueRefunds } from '#payment/server/due-payments.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'

const takeCount = countStatements()

/** A second at which only what is looked at every second has its turn. */
const oddSecond = 7

test('a worker run with nothing due costs one statement, takes no lock and opens no transaction', async ({
  shop,
}) => {
  await shop.member({ plan: 'monthly refill' })
  await Promise.all(shop.app.children.map((child) => child.retire()))
  const { shop: opened, close } = await openInProcessShop(shop)
  onTestFinished(close)
  await opened.runDue()
  takeCount()
  expect(await opened.runDue(oddSecond)).toEqual({ renewals: 0, declined: 0, shipped: 0, failed: [] })
  const { texts, commits } = takeCount()
  const sent = Object.entries(texts).filter(([text]) => !text.startsWith('set statement_timeout'))
  expect(sent.map(([, times]) => times)).toEqual([1])
  expect(sent[0]?.[0]).toContain('next_check_at')
  expect(commits).toEqual({})
})

test('a run of all steps with nothing due costs one due-work query, and work that a step makes due is done in the same run', async ({
  shop,
}) => {
  const member = await shop.member({ plan: 'monthly refill' })
  await Promise.all(shop.app.children.map((child) => child.retire()))
  const { shop: opened, close } = await openInProcessShop(shop)
  onTestFinished(close)
  await opened.runDue()
  takeCount()
  await opened.runDue(60)
  const looks = Object.entries(takeCount().texts).filter(([text]) => text.startsWith('select array[exists'))
  // Before the run, and under its lock.
  expect(looks.map(([, times]) => times)).toEqual([2])
  const today = dateIn(opened.clock.now(), brand.timeZone).toString()
  // It starts today, and its first order is due by that.
  await sql`update subscription set state = 'future', next_attempt_on = null, next_order_on = ${today},
    anchor_on = ${today}::date - interval '1 month'
    where account_id = (select id from account where email = ${member.email})`.execute(
    shop.app.database.kysely,
  )
  expect(await opened.runDue()).toMatchObject({ renewals: 1 })
})

test('the due-work query is planned once for each connection', async ({ shop }) => {
  await Promise.all(shop.app.children.map((child) => child.retire()))
  const { shop: opened, close } = await openInProcessShop(shop)
  onTestFinished(close)
  // Before the server has seen what a plan of its own costs each time, it does not keep one.
  for (let run = 0; run < 8; run += 1) await opened.runDue()
  const { rows } = await sql`select generic_plans > 0 as "isKept" from pg_prepared_statements
    where statement like 'select array[exists%'`.execute(shop.app.database.kysely)
  expect(rows).toEqual([{ isKept: true }])
})

test('a failed due-work query is not repeated in its run, so that a locked table is waited for once', async ({
  shop,
}) => {
  await Promise.all(shop.app.children.map((child) => child.retire()))
  const { shop: opened, close } = await openInProcessShop(shop)
  onTestFinished(close)
  await opened.runDue()
  await sql`alter table gift rename to gift_of_old`.execute(shop.app.database.kysely)
  takeCount()
  expect(await opened.runDue()).toMatchObject({ failed: ['gifts'] })
  const looks = Object.entries(takeCount().texts).filter(([text]) => text.startsWith('select array['))
  expect(looks.map(([, times]) => times)).toEqual([1])
})

test('the due-work query finds a due open charge, a charge whose process is gone, and a refund', async ({
  shop,
}) => {
  await shop.member({ plan: 'monthly refill' })
  await Promise.all(shop.app.children.map((child) => child.retire()))
  const { shop: opened, close } = await openInProcessShop(shop)
  onTestFinished(close)
  const { kysely } = shop.app.database
  const states = async (): Promise<readonly unknown[]> =>
    (await sql`select state, next_check_at > ${opened.clock.now().toString()} as is_later, requested_by from charge`.execute(kysely)).rows // prettier-ignore
  const settled = await states()
  const reopen = (part: string) =>
    sql`update charge set state = 'unknown', settled_at = null, ${sql.raw(part)}`.execute(kysely)
  for (const part of [
    `next_check_at = '2000-01-01', requested_by = null`,
    `next_check_at = '2999-01-01', requested_by = 999999`,
  ]) {
    await reopen(part)
    await opened.runDue(oddSecond)
    expect(await states(), part).toMatchObject(settled.map(() => ({ state: 'succeeded' })))
  }
})

test('the question of every second is compiled once and asks by the time of each; one that hangs on more is compiled each time', async ({
  shop,
}) => {
  const { shop: opened, close } = await openInProcessShop(shop)
  onTestFinished(close)
  const { services } = opened
  const { database } = services.deps
  const clocks = ['2026-03-01T00:00:00Z', '2027-11-30T22:10:00.123Z'].map((time) => ({
    now: () => Temporal.Instant.from(time),
  }))
  const statementsOf = (names: readonly string[]) =>
    clocks.map((clock) => dueStatement({ ...services, deps: { ...services.deps, clock } }, names)?.query)
  const expected = clocks.map((clock) => {
    const conditions = sql.join([hasDueCharges({ clock }), hasDueRefunds({ clock })])
    return sql`select array[${conditions}] as due`.compile(database)
  })
  const everySecond = statementsOf(['charges', 'refunds'])
  expect(everySecond).toMatchObject(expected.map((one) => ({ sql: one.sql, parameters: one.parameters })))
  expect(everySecond[1]?.query).toBe(everySecond[0]?.query)
  const [one, later] = statementsOf(['charges', 'late orders'])
  expect(later?.query).not.toBe(one?.query)
  expect(later?.parameters).not.toEqual(one?.parameters)
})
