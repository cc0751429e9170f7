import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockPayer, orderById } from '#order/server/orders.ts'
import type { RefundReason } from '#payment/refund/server/refunds.ts'
import { openRefund, refundById, settleDueRefunds, settleRefund } from '#payment/refund/server/refunds.ts'
import { readRefused } from '#payment/refund/server/refund-store.ts'
import { inTransaction } from '#platform/transaction.ts'
import { followRefunds } from '#refund/server/dashboard-refunds.ts'
import { previewOperatorRefund, refundOrder } from '#refund/server/operator-refunds.ts'
import { previewRepeated, repeatRefund, repeatRefused } from '#refund/server/repeated-refunds.ts'
import { openStripeShop } from '../payment/stripe-shop.ts'
import type { Bought } from '../payment/stripe-shop.ts'

let app: Awaited<ReturnType<typeof openStripeShop>>
let bought: Bought

beforeEach(async () => {
  app = await openStripeShop()
  bought = await app.buy()
})
afterEach(() => app.close())

/** Everything of the order, 40.21. */
const open = (reason: RefundReason) =>
  inTransaction(app.deps, async (tx) => {
    const payer = await lockPayer(tx, bought.orderId)
    return openRefund(tx, { ...payer, requestKey: reason, choice: { kind: 'rest' }, reason })
  })

const refunds = async () => {
  const rows = await app.deps.database.selectFrom('refund').select(['state', 'refusal']).execute()
  return rows.map(({ state, refusal }) => (refusal === null ? state : `${state} ${refusal}`))
}

/** What Stripe gave back, in cents. */
const refundedCents = async (): Promise<number> => {
  const charges = await app.stripe.charges.list({ limit: 10 })
  return charges.data.reduce((sum, charge) => sum + charge.amount_refunded, 0)
}

test('an operator’s refund is refused while the bank decides, and after a lost dispute', async () => {
  const { id } = app.standIn.dashboard.openDispute(bought.intent)
  await app.receiveDisputes()
  await expect(open('operator')).rejects.toMatchObject({
    code: 'ACTION_NOT_ALLOWED',
    data: { reason: 'disputed' },
  })
  app.standIn.dashboard.loseDispute(id)
  await app.receiveDisputes()
  await expect(open('operator')).rejects.toMatchObject({ data: { reason: 'dispute-lost' } })
  expect(await refundedCents()).toBe(0)
})

test('during an inquiry the charge can be refunded, which closes the inquiry', async () => {
  const { id } = app.standIn.dashboard.openDispute(bought.intent, { isInquiry: true })
  await app.receiveDisputes()
  await settleRefund(app.services, await open('operator'))
  app.standIn.catchUp()
  expect(await refundedCents()).toBe(4021)
  await app.receiveDisputes()
  expect(await app.dispute(id)).toMatchObject({ state: 'warning_closed', written_off_cents: 0 })
})

test('the refund of a return received during a dispute waits, and is sent when the shop wins', async () => {
  const { id } = app.standIn.dashboard.openDispute(bought.intent)
  await app.receiveDisputes()
  const refund = await open('return')
  expect((await settleRefund(app.services, refund)).state).toBe('waiting')
  await settleDueRefunds(app.services)
  expect(await refunds()).toEqual(['waiting'])
  app.standIn.dashboard.winDispute(id)
  await app.receiveDisputes()
  await settleDueRefunds(app.services)
  expect(await refunds()).not.toEqual(['waiting'])
})

test('a return received after the bank refunded the buyer is not refunded again', async () => {
  const { id } = app.standIn.dashboard.openDispute(bought.intent)
  app.standIn.dashboard.loseDispute(id)
  await app.receiveDisputes()
  const refund = await open('return')
  expect((await settleRefund(app.services, refund)).state).toBe('waiting')
  await settleDueRefunds(app.services)
  expect(await refunds()).toEqual(['refused dispute-lost'])
  expect(await refundedCents()).toBe(0)
  expect(await app.violations()).toEqual([])
})

/** The bank has given 10.00 of 40.21 back for good; Stripe refunds nothing of such a charge. */
const losePart = async (): Promise<void> => {
  const { id } = app.standIn.dashboard.openDispute(bought.intent, { amount: 1000 })
  app.standIn.dashboard.loseDispute(id)
  await app.receiveDisputes()
}

test('a return received after a partial refund by the bank is left to an operator', async () => {
  await losePart()
  const refund = await open('return')
  expect((await settleRefund(app.services, refund)).state).toBe('waiting')
  await settleDueRefunds(app.services)
  expect(await refunds()).toEqual(['refused dispute-lost-in-part'])
  expect((await readRefused(app.deps.database)).map((one) => one.id)).toEqual([refund.id])
  expect(await app.violations()).toEqual([])
})

test('a refund that Stripe refuses after a lost dispute is tried once, and the rest is given as credit', async () => {
  await losePart()
  const { number } = await orderById(app.deps.database, bought.orderId)
  // 40.21 less the 10.00 that the buyer has from the bank.
  const sum = { kind: 'sum', cents: 3021 } as const
  const what = { plans: [], shippingCents: null, sum } as const
  const given = { number, what, note: null, asCredit: false, requestKey: 'the rest' }
  expect((await refundOrder(app.services, given)).state).toBe('refused')
  await settleDueRefunds(app.services)
  expect(await refunds()).toEqual(['refused charge_disputed'])
  expect(await repeatRefund(app.services, { number, asCredit: true })).toMatchObject({
    state: 'refunded',
    split: { cardCents: 0, creditCents: 3021 },
  })
  expect(await readRefused(app.deps.database)).toEqual([])
  expect(await refundedCents()).toBe(0)
  expect(await app.violations()).toEqual([])
})

test('after a partial refund by the bank, everything of the order is what the bank has left', async () => {
  await losePart()
  const { number } = await orderById(app.deps.database, bought.orderId)
  const rest = { number, what: 'rest', note: null, asCredit: true } as const
  expect(await previewOperatorRefund(app.services, rest)).toMatchObject({
    split: { cardCents: 0, creditCents: 3021 },
  })
  expect(await refundOrder(app.services, { ...rest, requestKey: 'rest' })).toMatchObject({
    state: 'refunded',
    split: { cardCents: 0, creditCents: 3021 },
  })
  await expect(previewOperatorRefund(app.services, rest)).rejects.toMatchObject({
    data: { reason: 'nothing-left' },
  })
  expect(await app.violations()).toEqual([])
})

test('a refund that ended by a partial refund of the bank is previewed and given again with what is left', async () => {
  await losePart()
  const { id } = await open('return')
  await settleDueRefunds(app.services)
  const wanted = { orderId: bought.orderId, refundId: id, asCredit: true }
  const { given } = await previewRepeated(app.services, wanted)
  expect(given.split).toEqual({ cardCents: 0, creditCents: 3021 })
  expect(await repeatRefused(app.services, wanted)).toMatchObject({ state: 'refunded', split: given.split })
  expect(await app.violations()).toEqual([])
})

test('a refused refund is not previewed while a bank disputes its charge, as it would not be given', async () => {
  await losePart()
  const { id } = await open('return')
  await settleDueRefunds(app.services)
  app.standIn.dashboard.openDispute(bought.intent, { amount: 500 })
  await app.receiveDisputes()
  const wanted = { orderId: bought.orderId, refundId: id, asCredit: true }
  for (const repeat of [previewRepeated, repeatRefused])
    await expect(repeat(app.services, wanted)).rejects.toMatchObject({ data: { reason: 'disputed' } })
})

test('a refund after the bank’s own waits for the dispute, which is reported to the shop later', async () => {
  const refund = await open('operator')
  const { id } = app.standIn.dashboard.openDispute(bought.intent)
  expect((await settleRefund(app.services, refund)).state).toBe('unknown')
  await app.receiveDisputes()
  app.travelTo('2026-11-20T15:10:00Z')
  await settleDueRefunds(app.services)
  expect(await refunds()).toEqual(['waiting'])
  app.standIn.dashboard.loseDispute(id)
  await app.receiveDisputes()
  await settleDueRefunds(app.services)
  expect(await refunds()).toEqual(['refused dispute-lost'])
  expect(await refundedCents()).toBe(0)
  expect(await app.violations()).toEqual([])
})

test('when a refund and a dispute happen at once, the bank takes the money and the refund waits', async () => {
  app.standIn.dashboard.openDispute(bought.intent)
  const refunding = open('return').then((refund) => settleRefund(app.services, refund))
  await Promise.all([refunding, ...app.disputeEvents().map((id) => app.receive(id))])
  app.travelTo('2026-11-20T15:10:00Z')
  await settleDueRefunds(app.services)
  expect(await refunds()).toEqual(['waiting'])
  expect(await refundedCents()).toBe(0)
  // 40.21 − 40.21 − 15.00.
  expect(await app.balances()).toMatchObject({ receivable: -1500, disputed: 4021 })
})

test('a dashboard refund whose webhook arrives after that of the dispute is recorded and not made again', async () => {
  app.standIn.dashboard.refund(bought.intent, 1000)
  const { id } = app.standIn.dashboard.openDispute(bought.intent)
  await app.receiveDisputes()
  await followRefunds(app.services, bought.intent)
  expect(await refunds()).toEqual(['refunded'])
  app.standIn.dashboard.winDispute(id)
  await app.receiveDisputes()
  await settleDueRefunds(app.services)
  expect(await refundedCents()).toBe(1000)
  expect(await refunds()).toEqual(['refunded'])
})

test.each([
  { dashboardCents: 3000, left: 'refused made-elsewhere' },
  { dashboardCents: 4021, left: 'refused made-elsewhere' },
])(
  'a dashboard refund ($dashboardCents) that is read while another refund waits is counted',
  async ({ dashboardCents, left }) => {
    app.standIn.dashboard.refund(bought.intent, dashboardCents)
    const before = new Set(app.disputeEvents())
    const { id } = app.standIn.dashboard.openDispute(bought.intent)
    for (const event of app.disputeEvents().filter((one) => !before.has(one))) await app.receive(event)
    await settleRefund(app.services, await open('return'))
    expect(await refunds()).toEqual(['waiting'])

    await followRefunds(app.services, bought.intent)
    expect((await refunds()).toSorted()).toEqual(['refunded', left])
    app.standIn.dashboard.winDispute(id)
    await app.receiveDisputes()
    await settleDueRefunds(app.services)
    expect(await refundedCents()).toBe(dashboardCents)
    // What is left of it is for an operator to decide; nothing is when all of it went back.
    expect(await readRefused(app.deps.database)).toHaveLength(dashboardCents === 4021 ? 0 : 1)
  },
)

test('a refund that the bank returns during a dispute is reversed, and its credit part stays', async () => {
  const { id: refundId } = await open('operator')
  const half = { amount_cents: 2011, credit_cents: 2010 }
  await app.deps.database.updateTable('refund').set(half).where('id', '=', refundId).execute()
  const written = await refundById(app.deps.database, refundId)
  if (!written) throw new Error('the refund was written')
  const { processorRefund } = await settleRefund(app.services, written)
  app.standIn.dashboard.openDispute(bought.intent)
  await app.receiveDisputes()
  app.standIn.dashboard.failRefund(processorRefund ?? '')
  await followRefunds(app.services, bought.intent)
  expect((await refunds()).toSorted()).toEqual(['refunded', 'refused reversed'])
})
