import { afterEach, beforeEach, expect, test } from 'vitest'
import { invariantViolations } from '#app/invariants.ts'
import { orderById } from '#order/server/orders.ts'
import { refundOrder } from '#refund/server/operator-refunds.ts'
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

/** As Stripe sends it: what is not accepted comes again. */
const deliver = async (ids: readonly string[]): Promise<readonly string[]> => {
  const left: string[] = []
  for (const id of ids) {
    const answer = await shop.receive(id).catch(() => 'again')
    if (answer === 'again') left.push(id)
  }
  return left
}

test("a refund that fails before the shop receives Stripe's answer does not count as given", async () => {
  const { orderId } = await shop.buy()
  const { number } = await orderById(shop.deps.database, orderId)
  const held = shop.standIn.faults.hold(/^POST \/v1\/refunds$/, 'after')
  const mine = refundOrder(shop.services, {
    number,
    what: 'rest',
    note: null,
    asCredit: false,
    requestKey: 'all',
  })
  await held.reached
  const refund = shop.standIn.events().find(({ type }) => type === 'refund.created')?.data.object
  const id = refund && 'id' in refund ? refund.id : ''
  shop.standIn.dashboard.failRefund(id)
  const left = await deliver(eventsAbout(id))
  held.release()
  await mine
  expect(await deliver(left)).toEqual([])
  expect(await shop.rows(orderId)).toEqual(['operator refused 4021'])
  expect(await shop.ledger(orderId)).toEqual([])
  expect(await invariantViolations(shop.deps.database)).toEqual([])
})

test('a dashboard refund that fails while its webhook is being read is not recorded as given', async () => {
  const { orderId, intent } = await shop.buy()
  const { id } = shop.standIn.dashboard.refund(intent, 1000)
  const [created = ''] = eventsAbout(id)
  const held = shop.standIn.faults.hold(/^GET \/v1\/refunds/, 'after')
  const reading = shop.receive(created)
  await held.reached
  shop.standIn.dashboard.failRefund(id)
  expect(await deliver(eventsAbout(id))).toEqual([])
  held.release()
  expect(await reading).toBe('accepted')
  expect(await shop.rows(orderId)).toEqual(['dashboard refused 1000'])
  expect(await shop.ledger(orderId)).toEqual([])
  expect(await invariantViolations(shop.deps.database)).toEqual([])
})
