import { sql } from 'kysely'
import { expect } from 'vitest'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import { invariantViolations } from '../../src/app/invariants.ts'
import { openInProcessShop } from '../support/in-process-shop.ts'
import { runShopCommand } from '../support/shop-command.ts'
import { untilDoneOrBlocked, waitUntilBlocked } from '../support/database-locks.ts'
import { moveClock } from '#dev-tools/endpoints.ts'
import { newApiClient } from '../support/api-client.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { test, type TestShop } from '../support/shop.ts'

/** Whatever is written for one subscription into a table fails, as with a row that nobody can read. */
const breakSubscription = async ({ app }: TestShop, table: string, id: string): Promise<void> => {
  const { kysely: db } = app.database
  await sql`create function broken_row() returns trigger language plpgsql as
    $$ begin raise exception 'this row is broken'; end $$`.execute(db)
  await sql`create trigger broken before insert or update on ${sql.table(table)} for each row
    when (new.subscription_id = ${sql.lit(id)}::uuid) execute function broken_row()`.execute(db)
}

const repair = async ({ app }: TestShop): Promise<void> => {
  await sql`drop function broken_row() cascade`.execute(app.database.kysely)
}

const figure = async (shop: TestShop, name: string): Promise<number> => {
  const text = await (await fetch(`${shop.url}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.split(' ').at(-1))
}

const outcomes = async ({ app }: TestShop): Promise<readonly string[]> => {
  const rows = await app.database.kysely.selectFrom('renewal_run_entry').select('outcome').execute()
  return rows.map(({ outcome }) => outcome).toSorted()
}

test('a subscription whose renewal fails is parked with its reason, the others renew, and an operator retries the parked one', async ({
  shop,
}) => {
  const broken = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await shop.member({ plan: 'monthly refill' })
  await shop.member({ plan: 'monthly refill' })
  await breakSubscription(shop, 'billing_cycle', broken.id)
  await shop.travelTo('2031-02-07')
  // Three purchases, and the renewals of the two that are whole.
  expect(await shop.chargedCents()).toHaveLength(5)
  expect(await outcomes(shop)).toEqual(['billed', 'billed', 'parked'])
  expect(await figure(shop, 'loam_renewals_parked')).toBe(1)
  expect(await invariantViolations(shop.app.database.kysely)).toEqual([])
  const { lines } = await runShopCommand(shop, 'parked')
  expect(lines).toEqual([expect.stringMatching(`^${broken.id} .* renewal, once: this row is broken$`)])
  expect((await runShopCommand(shop, 'parked', 'retry', 'soap')).code).toBe(1)

  await repair(shop)
  expect(await runShopCommand(shop, 'parked', 'retry', broken.id)).toEqual({
    code: 0,
    lines: ['1 subscription is retried at the next run.'],
  })
  await shop.settled()
  expect(await shop.chargedCents()).toHaveLength(6)
  expect(await figure(shop, 'loam_renewals_parked')).toBe(0)
  expect((await runShopCommand(shop, 'parked')).lines).toEqual(['No subscription is parked.'])
})

test('a subscription that is canceled while it is being parked is not parked', async ({ shop }) => {
  const broken = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const { kysely: db } = shop.app.database
  await breakSubscription(shop, 'billing_cycle', broken.id)
  await sql`create function wait_for_cancel() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(371); return new; end $$`.execute(db)
  await sql`create trigger waits before insert on parked_subscription for each row
    execute function wait_for_cancel()`.execute(db)
  const { run, canceling } = await db.transaction().execute(async (holder) => {
    await sql`select pg_advisory_xact_lock(371)`.execute(holder)
    const moved = newApiClient(shop.url).call(moveClock, { to: '2031-02-06' })
    await waitUntilBlocked(db, 1, 'parked_subscription')
    let isAnswered = false
    const asked = broken.make({ action: 'cancel' }).finally(() => {
      isAnswered = true
    })
    await untilDoneOrBlocked(db, () => Promise.resolve(isAnswered), 2)
    return { run: moved, canceling: asked }
  })
  await Promise.all([run, canceling])
  await shop.settled()
  expect((await runShopCommand(shop, 'parked')).lines).toEqual(['No subscription is parked.'])
  expect(await broken.charges()).toHaveLength(1)
})

test('a full database disk parks no subscription, and due subscriptions renew when there is space again', async ({
  shop,
}) => {
  const one = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await shop.member({ plan: 'monthly refill' })
  await sql`create function broken_row() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(
    shop.app.database.kysely,
  )
  await sql`create trigger broken before insert on billing_cycle for each row
    when (new.subscription_id = ${sql.lit(one.id)}::uuid) execute function broken_row()`.execute(
    shop.app.database.kysely,
  )
  await Promise.all(shop.app.children.map((child) => child.retire()))
  const { shop: opened, close } = await openInProcessShop(shop)
  // It starts today, and its first order is due by that.
  const today = dateIn(opened.clock.now(), brand.timeZone).toString()
  await sql`update subscription set state = 'future', next_attempt_on = null, next_order_on = ${today},
    anchor_on = ${today}::date - interval '1 month'`.execute(shop.app.database.kysely)
  await expect(opened.runDue()).rejects.toThrow('could not extend file')
  expect((await runShopCommand(shop, 'parked')).lines).toEqual(['No subscription is parked.'])
  await repair(shop)
  expect(await opened.runDue()).toMatchObject({ renewals: 2, failed: [] })
  await close()
})

test('changing a parked subscription retries its renewal', async ({ shop }) => {
  const broken = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await shop.member({ plan: 'monthly refill' })
  await breakSubscription(shop, 'billing_cycle', broken.id)
  await shop.travelTo('2031-02-06')
  expect(await shop.chargedCents()).toHaveLength(3)
  await repair(shop)
  await broken.make({ action: 'change-quantity', quantity: 2 })
  await shop.settled()
  // The order that was due, as it is now: 2 × 49.99.
  expect((await shop.chargedCents()).toSorted((a, b) => b - a)).toEqual([9998, 4999, 4999, 4999])
})

test('a renewal whose order cannot be written after its charge delays no other renewal, and its order is written later', async ({
  shop,
}) => {
  const broken = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  const healthy = await subscriptionClient(await shop.member({ plan: 'monthly refill' }))
  await breakSubscription(shop, 'subscription_term', broken.id)
  await shop.app.database.kysely.transaction().execute(async (db) => {
    await sql`update shop_clock set offset_milliseconds = offset_milliseconds + 31::bigint * 86400000`.execute(
      db,
    )
    await sql`update shop_state set version = version + 1 where name = 'clock'`.execute(db)
  })
  await expect.poll(async () => (await healthy.view()).last_order_on).toBe('2031-02-06')
  await expect.poll(async () => figure(shop, 'loam_renewals_parked')).toBe(1)
  expect((await runShopCommand(shop, 'parked')).lines[0]).toContain('order, once: this row is broken')
  await repair(shop)
  await shop.travelDays(1)
  // Charged once, and the order came.
  expect(await broken.charges()).toHaveLength(2)
  expect(await shop.chargedCents()).toHaveLength(4)
  expect(await figure(shop, 'loam_renewals_parked')).toBe(0)
})

test('paid renewals lock charges before subscriptions, as webhooks do, so that neither deadlocks', async ({
  shop,
}) => {
  await shop.member({ plan: 'monthly refill' })
  const { kysely: db } = shop.app.database
  await sql`create function wait_for_webhook() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(370); return new; end $$`.execute(db)
  await sql`create trigger webhook before update on charge for each row
    when (new.state = 'succeeded') execute function wait_for_webhook()`.execute(db)
  const { run, free } = await db.transaction().execute(async (webhook) => {
    await sql`select pg_advisory_xact_lock(370)`.execute(webhook)
    const moved = newApiClient(shop.url).call(moveClock, { to: '2031-02-06' })
    await waitUntilBlocked(db, 1, 'update "charge"')
    const { rows } = await sql`select from subscription for no key update skip locked`.execute(webhook)
    return { run: moved, free: rows.length }
  })
  await run
  expect(free).toBe(1)
  expect(await shop.chargedCents()).toEqual([4999, 4999])
})

test('a failing step of the worker run is counted by its name, and the later steps still run', async ({
  shop,
}) => {
  await shop.member({ plan: 'monthly refill' })
  const { kysely: db } = shop.app.database
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  const { order } = await buyer.checkout()
  await buyer.client.call(withdraw, { number: order?.number ?? '', email: buyer.email })
  await sql`update refund set state = 'unknown', settled_at = null, next_check_at = '2000-01-01'`.execute(db)
  await sql`create function broken_row() returns trigger language plpgsql as
    $$ begin raise exception 'the table is broken'; end $$`.execute(db)
  await sql`create trigger broken before update on refund for each statement execute function broken_row()`.execute(
    db,
  )
  await shop.travelTo('2031-02-06')
  expect(await shop.chargedCents()).toEqual([4999, 4999, 4999])
  expect(await figure(shop, 'loam_due_failures_total{step="refunds"}')).toBeGreaterThan(0)
  expect(await figure(shop, 'loam_due_failures_total{step="renewals"}')).toBe(0)
})

test('when the due-work query fails, every step checks its own work', async ({ shop }) => {
  await shop.member({ plan: 'monthly refill' })
  await sql`alter table balance_reading rename to balance_reading_of_old`.execute(shop.app.database.kysely)
  await shop.travelTo('2031-02-06')
  expect(await shop.chargedCents()).toEqual([4999, 4999])
  expect(await figure(shop, 'loam_due_failures_total{step="payouts"}')).toBeGreaterThan(0)
  expect(await figure(shop, 'loam_due_failures_total{step="renewals"}')).toBe(0)
  expect(shop.logged().join('\n')).toContain('what is due could not be asked at once')
})
