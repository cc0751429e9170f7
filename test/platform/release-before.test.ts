import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyRetention } from '#app/retention.ts'
import { selectOpenCart } from '#cart/server/cart-store.ts'
import { listPlans } from '#catalogue/server/plans.ts'
import { selectCoupons } from '#coupon/server/coupon-store.ts'
import { selectToRecord } from '#order/server/tax-record-store.ts'
import { orderById } from '#order/server/orders.ts'
import { inTransaction } from '#platform/transaction.ts'
import { Retention } from '#shared/retention.ts'
import { selectIncreases } from '#subscription/record/server/price-increase-store.ts'
import retention from '../../content/retention.json' with { type: 'json' }
import { seedCatalogue } from '../../db/seed/catalogue.ts'
import { openTestDeps } from '../support/test-deps.ts'

let shop: Awaited<ReturnType<typeof openTestDeps>>
const accountId = randomUUID()

beforeAll(async () => {
  shop = await openTestDeps()
  await sql`insert into account (id, email, created_at) values (${accountId}, 'mara@example.com', now())`.execute(
    shop.deps.database,
  )
  await inTransaction(shop.deps, (tx) => seedCatalogue(tx))
})

afterAll(() => shop.close())

// Statements as processes of the release before send them while they run beside this one: without the columns that came since.

test('credit granted by the previous release is in dollars, adds up, and is read by currency', async () => {
  const { database } = shop.deps
  for (const cents of [500, 700])
    await sql`insert into member_credit (account_id, available_cents) values (${accountId}, ${cents})
      on conflict (account_id) do update
      set available_cents = member_credit.available_cents + excluded.available_cents`.execute(database)
  const { rows } = await sql`select available_cents, currency from credit_balance
    where account_id = ${accountId}`.execute(database)
  expect(rows).toEqual([{ available_cents: 1_200, currency: 'USD' }])
  const overspent = sql`update member_credit set available_cents = available_cents - 5000
    where account_id = ${accountId}`.execute(database)
  await expect(overspent).rejects.toThrow('check')
})

test('a charge opened by the previous release has no account for the card, and counts by network only', async () => {
  const { database } = shop.deps
  const request = JSON.stringify({ amountCents: 4_999 })
  await sql`insert into charge (id, idempotency_key, purpose, purpose_id, attempt, account_id, email, amount_cents, currency,
      processor, state, request, created_at, next_check_at, origin)
    values (gen_random_uuid(), 'a key', 'purchase', gen_random_uuid(), 1, ${accountId}, 'mara@example.com', 4999, 'USD',
      'sandbox', 'intended', ${request}, now(), now(), 'a network')`.execute(database)
  const { rows } = await sql`select entered_by from charge where idempotency_key = 'a key'`.execute(database)
  expect(rows).toEqual([{ entered_by: null }])
})

test('the amounts of a charge are the same under the previous and the current column names', async () => {
  const { database } = shop.deps
  const readAll = async () =>
    (
      await sql`select taken_cents, taken_currency, captured_cents, captured_currency from charge
        where idempotency_key = 'a key'`.execute(database)
    ).rows
  await sql`update charge set taken_cents = 4998, taken_currency = 'USD' where idempotency_key = 'a key'`.execute(
    database,
  )
  expect(await readAll()).toEqual([
    { taken_cents: 4998, taken_currency: 'USD', captured_cents: 4998, captured_currency: 'USD' },
  ])
  await sql`update charge set captured_cents = null, captured_currency = null where idempotency_key = 'a key'`.execute(
    database,
  )
  expect(await readAll()).toEqual([
    { taken_cents: null, taken_currency: null, captured_cents: null, captured_currency: null },
  ])
})

test('prices, coupons, carts and price increases written by the previous release are in dollars', async () => {
  const { database } = shop.deps
  await sql`update plan set price_cents = 5199 where code = 'syn-wk'`.execute(database)
  const plans = await listPlans(shop.deps, 'USD')
  expect(plans.get('syn-wk')).toMatchObject({ priceCents: 5_199, currency: 'USD' })
  await sql`insert into coupon (code, kind, value) values ('THREE', 'fixed', 300)`.execute(database)
  expect(await selectCoupons(database, ['THREE'])).toMatchObject([{ code: 'THREE', amounts: {} }])
  const id = randomUUID()
  await sql`insert into cart (id, items, created_at, updated_at) values (${id}, '{"syn-wk": 1}', now(), now())`.execute(
    database,
  )
  expect(await selectOpenCart(database, id, null)).toMatchObject({ currency: 'USD' })
  await sql`update cart set vaginal_discount_eligible = true where id = ${id}`.execute(database)
  expect(await selectOpenCart(database, id, null)).toMatchObject({ cart: { isCouponOffered: true } })
  const increase = (cents: number) => sql`
    insert into price_increase (id, plan_code, price_cents, effective_on, made_at)
    values (gen_random_uuid(), 'syn-wk', ${cents}, '2027-02-01', now())`
  await increase(5_999).execute(database)
  expect(await selectIncreases(database, ['syn-wk'])).toMatchObject([{ priceCents: 5_999, currency: 'USD' }])
  // As before, a plan has one increase a day, and one that was undone leaves room for another.
  await expect(increase(6_499).execute(database)).rejects.toThrow('price_increase_of_day')
  await sql`update price_increase set undone_at = now()`.execute(database)
  await increase(6_499).execute(database)
})

const orderId = randomUUID()

test('an order placed by the previous release has no tax by place and no report to a tax service', async () => {
  const { database } = shop.deps
  const person = { firstName: 'Mara', lastName: 'Ito', company: '', phone: '' }
  const place = {
    address: '1 Grove Street',
    unit: '',
    city: 'Oakland',
    region: 'CA',
    zip: '94607',
    country: 'US',
  }
  const shipTo = { ...person, ...place }
  await sql`insert into "order" (id, number, account_id, kind, email, currency, subtotal_cents, discount_cents,
      shipping_cents, tax_cents, total_cents, shipping_method_code, shipping_method_label, ship_to, state, ship_on, placed_at)
    values (${orderId}, 'LM-1', ${accountId}, 'purchase', 'mara@example.com', 'USD', 4999, 0, 0, 362, 5361,
      'free_shipping', 'Free shipping', ${JSON.stringify(shipTo)}, 'placed', '2026-11-22', now())`.execute(
    database,
  )
  expect(await orderById(database, orderId)).toMatchObject({ tax: null, totals: { taxCents: 362 } })
  expect(await selectToRecord(database, shop.deps.clock.now(), 10)).toEqual([])
  // One between both, which knew no turns, has it sent: it comes at once.
  await sql`insert into tax_reporting (order_id, opened_at) values (${orderId}, now())`.execute(database)
  expect(await selectToRecord(database, shop.deps.clock.now(), 10)).toEqual([{ orderId, events: 1 }])
})

test('desk work has the columns that the previous release reads, and kinds that it does not request', async () => {
  const { database } = shop.deps
  await sql`insert into review (id, account_id, order_id, product, stars, title, body, shown_name, state, flags, written_at)
    values (gen_random_uuid(), ${accountId}, ${orderId}, 'ds-01', 5, 'Good', 'Good.', 'Mara I.', 'waiting', '{}', now())`.execute(
    database,
  )
  const work = sql`select id, at, due_at, detail, order_number, account_id, cents, currency from desk_work
    where kind = 'refund-refused'`
  expect((await work.execute(database)).rows).toEqual([])
  const { rows } = await sql`select kind from desk_work where account_id = ${accountId}`.execute(database)
  expect(rows).toContainEqual({ kind: 'review-waiting' })
})

test('data unknown to the previous release is deleted within an hour after it erases an account', async () => {
  const { deps } = shop
  const { database } = deps
  const staffId = randomUUID()
  await sql`insert into staff (id, email, name, role, invited_at)
    values (${staffId}, 'sol@staff.example', 'Sol', 'support', now())`.execute(database)
  await sql`insert into desk_note (id, account_id, staff_id, text, noted_at)
    values (gen_random_uuid(), ${accountId}, ${staffId}, 'Mara moved to Oakland.', now())`.execute(database)
  await sql`insert into order_mail (message_id, order_id, account_id, kind, is_to_recipient, sent_to, subject, sent_at)
    values ('<one@loam.example>', ${orderId}, ${accountId}, 'shipped', false, 'mara@example.com', 'Shipped', now())`.execute(
    database,
  )
  await database.transaction().execute(async (tx) => {
    // Without a subscription of its own: what it refers to is not looked at here.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into subscription_change (id, subscription_id, account_id, actor_kind, request_id, fingerprint, action,
        before, after, charges, version, at, staff_name, staff_reason)
      values (gen_random_uuid(), gen_random_uuid(), ${accountId}, 'member', 'request', 'fingerprint', 'skip', '{}', '{}',
        false, 2, now(), 'Sol', 'Mara asked by phone.')`.execute(tx)
  })
  const left = async () => {
    const { rows } = await sql`select (select count(*)::int from desk_note) as notes,
      (select count(*)::int from review) as reviews,
      (select count(*)::int from order_mail where sent_to <> '') as mails,
      (select count(staff_reason)::int from subscription_change) as reasons`.execute(database)
    return rows
  }
  const services = { deps, retention: Retention.parse(retention), outboxFolder: '/nonexistent' }
  const { now } = deps.clock
  await applyRetention(services)
  expect(await left()).toEqual([{ notes: 1, reviews: 1, mails: 1, reasons: 1 }])
  await sql`update account set email = 'erased@account.invalid', erased_at = ${now().toString()}
    where id = ${accountId}`.execute(database)
  shop.travelTo(now().add({ hours: 2 }).toString())
  await applyRetention(services)
  expect(await left()).toEqual([{ notes: 0, reviews: 0, mails: 0, reasons: 0 }])
})
