import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { invariantViolations } from '#app/invariants.ts'
import { orderById } from '#order/server/orders.ts'
import { reconcile } from '#payment/server/reconciliations.ts'
import { refundOrder } from '#refund/server/operator-refunds.ts'
import { repeatRefund } from '#refund/server/repeated-refunds.ts'
import { openStripeShop } from './stripe-shop.ts'

let shop: Awaited<ReturnType<typeof openStripeShop>>

beforeEach(async () => {
  shop = await openStripeShop(4_000)
})
afterEach(async () => {
  await shop.close()
})

const eventsAbout = (text: string): string[] =>
  shop.standIn
    .events()
    .filter((event) => JSON.stringify(event).includes(text))
    .map(({ id }) => id)

/** Every event three times, the newest first, all at once. */
const deliverBadly = async (text: string): Promise<void> => {
  const ids = eventsAbout(text).toReversed()
  expect(ids.length).toBeGreaterThan(0)
  const answers = await Promise.all([...ids, ...ids, ...ids].map(shop.receive))
  expect(new Set(answers)).toEqual(new Set(['accepted']))
}

const agree = async (): Promise<void> => {
  const allTime = {
    from: Temporal.Instant.from('1970-01-01T00:00Z'),
    to: Temporal.Instant.from('9999-12-31T00:00Z'),
  }
  const { disagreements } = await reconcile(shop.services, allTime)
  expect(disagreements).toEqual([])
  expect(await invariantViolations(shop.deps.database)).toEqual([])
}

test('a dashboard refund is recorded for its order in any order of webhooks, and reversed when it fails', async () => {
  const { orderId, intent } = await shop.buy()
  const { id } = shop.standIn.dashboard.refund(intent, 1000)
  await deliverBadly(intent)
  expect(await shop.rows(orderId)).toEqual(['dashboard refunded 1000'])
  expect(await shop.documents(orderId)).toEqual(['invoice 4021', 'credit-note 1000'])
  // 10.00 of 40.21: 9.32 goods and 0.68 of the tax of 2.72.
  expect(await shop.ledger(orderId)).toEqual(['receivable -1000', 'refunds 932', 'tax-payable 68'])
  await agree()

  shop.standIn.dashboard.failRefund(id)
  await deliverBadly(id)
  expect(await shop.rows(orderId)).toEqual(['dashboard refused 1000'])
  expect(await shop.documents(orderId)).toEqual(['invoice 4021', 'credit-note 1000', 'reversal 1000'])
  expect(await shop.ledger(orderId)).toEqual([])
  expect((await orderById(shop.deps.database, orderId)).refundedCents).toBe(0)
  await agree()
  // The old events come once more.
  await deliverBadly(intent)
  expect(await shop.rows(orderId)).toEqual(['dashboard refused 1000'])
})

test('a shop refund that the bank returns later is reversed, and an operator gives it as credit', async () => {
  const { orderId, intent } = await shop.buy()
  const { number } = await orderById(shop.deps.database, orderId)
  const rest = { number, what: 'rest', note: null, asCredit: false, requestKey: 'all' } as const
  const refund = await refundOrder(shop.services, rest)
  expect(refund.state).toBe('refunded')
  shop.standIn.dashboard.failRefund(refund.processorRefund ?? '')
  await deliverBadly(refund.processorRefund ?? '')
  expect(await shop.rows(orderId)).toEqual(['operator refused 4021'])
  expect(await shop.ledger(orderId)).toEqual([])
  await agree()
  const credit = await repeatRefund(shop.services, { number, asCredit: true })
  expect(credit).toMatchObject({ state: 'refunded', split: { cardCents: 0, creditCents: 4021 } })
  await deliverBadly(intent)
  expect(await shop.documents(orderId)).toEqual([
    'invoice 4021',
    'credit-note 4021',
    'reversal 4021',
    'credit-note 4021',
  ])
  const { rows } = await sql<{ text: string }>`
    select kind || ' ' || (content ->> 'corrects') as text from invoice where order_id = ${orderId} and kind <> 'invoice'
    order by serial`.execute(shop.deps.database)
  expect(rows.map(({ text }) => text)).toEqual([
    'credit-note INV-2026-000001',
    'reversal CN-2026-000001',
    'credit-note INV-2026-000001',
  ])
  await agree()
})

test('a full dashboard refund during a shop refund refunds the money once', async () => {
  const { orderId, intent } = await shop.buy()
  const { number } = await orderById(shop.deps.database, orderId)
  const held = shop.standIn.faults.hold(/^POST \/v1\/refunds$/, 'before')
  const rest = { number, what: 'rest', note: null, asCredit: false, requestKey: 'all' } as const
  const mine = refundOrder(shop.services, rest)
  await held.reached
  shop.standIn.dashboard.refund(intent)
  const [event = ''] = eventsAbout(intent).slice(-1)
  const received = shop.receive(event)
  held.release()
  expect((await mine).state).toBe('refused')
  // Until the answer is here, the webhook is not accepted and comes again.
  await received.catch(() => undefined)
  await deliverBadly(intent)
  expect(await shop.rows(orderId)).toEqual(['dashboard refunded 4021', 'operator refused 4021'])
  expect(await shop.documents(orderId)).toEqual(['invoice 4021', 'credit-note 4021'])
  expect((await orderById(shop.deps.database, orderId)).refundedCents).toBe(4021)
  // Nobody has to decide about the refused one.
  await expect(repeatRefund(shop.services, { number, asCredit: true })).rejects.toMatchObject({
    code: 'ACTION_NOT_ALLOWED',
  })
  await agree()
})

test('while Stripe does not answer, the webhook is not accepted and comes again', async () => {
  const { orderId, intent } = await shop.buy()
  shop.standIn.dashboard.refund(intent, 500)
  const [event = ''] = eventsAbout(intent).slice(-1)
  shop.standIn.faults.next(/^GET \/v1\/refunds/, 'error_before')
  await expect(shop.receive(event)).rejects.toMatchObject({ code: 'SHOP_BUSY' })
  expect(await shop.rows(orderId)).toEqual([])
  expect(await shop.receive(event)).toBe('accepted')
  expect(await shop.rows(orderId)).toEqual(['dashboard refunded 500'])
})

test('a dashboard refund of an amount already given as credit is recorded and logged as an excess, and other refunds are still followed', async () => {
  const { orderId, intent } = await shop.buy()
  const { number } = await orderById(shop.deps.database, orderId)
  const part = { plans: [], shippingCents: null, sum: { kind: 'sum', cents: 1000 } } as const
  const first = await refundOrder(shop.services, {
    number,
    what: part,
    note: null,
    asCredit: false,
    requestKey: 'card',
  })
  await refundOrder(shop.services, { number, what: 'rest', note: null, asCredit: true, requestKey: 'credit' })
  // 10.00 went to the card and 30.21 came as credit; somebody gives 18.05 of that to the card too.
  shop.standIn.dashboard.refund(intent, 1805)
  shop.standIn.dashboard.failRefund(first.processorRefund ?? '')
  await deliverBadly(intent)
  expect(await shop.rows(orderId)).toEqual([
    'dashboard refunded 1000',
    'operator refunded 0',
    'operator refused 1000',
  ])
  expect(shop.logged.join('\n')).toContain('more than an order has left')
  expect(await invariantViolations(shop.deps.database)).toEqual([])
})
