import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#platform/transaction.ts'
import type { Charge } from '#payment/charge/server/payments.ts'
import type { Processor } from '#payment/processor/server/processor.ts'
import {
  leftToRefundOf,
  openRefund,
  refundsOf,
  settleDueRefunds,
  settleRefund,
  type OpenRefund,
  type Refund,
} from '#payment/refund/server/refunds.ts'
import { receiveWebhook } from '#payment/server/settlement.ts'
import { openPaymentApp } from './payment-app.ts'
import { openSandboxTestProcessor } from './sandbox-test-processor.ts'

let app: Awaited<ReturnType<typeof openSandboxTestProcessor>>
let shop: Awaited<ReturnType<typeof openPaymentApp>>

beforeAll(async () => {
  app = await openSandboxTestProcessor({ timeoutMs: 4_000 })
})
afterAll(() => app.stop())
beforeEach(async () => {
  shop = await openPaymentApp(app)
})
afterEach(() => shop.close())

const charged = async (card = 'approve'): Promise<Charge> =>
  shop.requestCharge(await shop.open(await app.tokenOf(card)))

const aSum = (cents: number): OpenRefund['choice'] => ({
  kind: 'parts',
  units: [],
  shippingCents: null,
  sum: { kind: 'sum', cents },
})

const open = (charge: Charge, results: Partial<OpenRefund> = {}): Promise<Refund> =>
  inTransaction(shop.deps, (tx) =>
    openRefund(tx, {
      requestKey: `test:${randomUUID()}`,
      chargeId: charge.id,
      currency: 'USD',
      orderId: charge.purposeId,
      accountId: randomUUID(),
      paid: { cardCents: 4999, creditCents: 0 },
      parts: [{ position: 0, quantity: 1, goodsCents: 4999, taxCents: 0 }],
      choice: aSum(1000),
      reason: 'operator',
      ...results,
    }),
  )

const left = (charge: Charge): Promise<number> =>
  inTransaction(shop.deps, (tx) =>
    leftToRefundOf(tx, {
      chargeId: charge.id,
      currency: 'USD',
      orderId: charge.purposeId,
      paid: { cardCents: 4999, creditCents: 0 },
    }),
  )
const taken = (charge: Charge): Promise<number> => app.takenFor(charge.request.idempotencyKey)
const settled = () => shop.events.filter(({ kind }) => kind === 'refund-settled')

test('a part and then the rest are refunded, each reported once', async () => {
  const charge = await charged()
  const part = await open(charge, { requestKey: 'part' })
  expect(await taken(charge)).toBe(4999)
  await settleRefund(shop.services(), part)
  expect(await settleRefund(shop.services(), part)).toMatchObject({
    state: 'refunded',
    split: { cardCents: 1000 },
  })
  expect((await open(charge, { requestKey: 'part' })).id).toBe(part.id)
  const rest = await open(charge, { choice: { kind: 'rest' } })
  await settleRefund(shop.services(), rest)
  expect(await taken(charge)).toBe(0)
  expect(await left(charge)).toBe(0)
  const { purposeId: orderId } = charge
  const common = { kind: 'refund-settled', orderId }
  expect(settled()).toEqual([
    { ...common, refundId: part.id, split: { cardCents: 1000, creditCents: 0 } },
    { ...common, refundId: rest.id, split: { cardCents: 3999, creditCents: 0 } },
  ])
  await expect(open(charge)).rejects.toMatchObject({ data: { reason: 'nothing-left' } })
})

test('20 refunds at once, and 20 repeats of one, never refund more than was charged', async () => {
  const charge = await charged()
  // 20 × 4.00 of 49.99: twelve fit.
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => open(charge, { choice: aSum(400) })),
  )
  const opened = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(opened).toHaveLength(12)
  await Promise.all([...opened, ...opened].map((refund) => settleRefund(shop.services(), refund)))
  expect(await taken(charge)).toBe(4999 - 12 * 400)
  expect(await left(charge)).toBe(199)
  expect(settled()).toHaveLength(12)
  const last = await Promise.all(
    Array.from({ length: 20 }, () => open(charge, { requestKey: 'the rest', choice: { kind: 'rest' } })),
  )
  expect(new Set(last.map(({ id }) => id)).size).toBe(1)
  await Promise.all(last.map((refund) => settleRefund(shop.services(), refund)))
  expect(await taken(charge)).toBe(0)
  expect(settled()).toHaveLength(13)
})

test.each(['refund-time-out', 'refund-lost'])(
  '%s: a refund without an answer is unknown until the poller finds the result',
  async (card) => {
    const charge = await charged(card)
    const refund = await open(charge, { choice: { kind: 'rest' } })
    expect(await settleRefund(shop.services(), refund)).toMatchObject({
      state: 'unknown',
    })
    await expect(open(charge, { choice: aSum(1) })).rejects.toMatchObject({
      data: { reason: 'nothing-left' },
    })
    shop.travelTo('2026-11-20T10:01:00Z')
    expect(await settleDueRefunds(shop.services())).toBe(1)
    expect(await taken(charge)).toBe(0)
    expect(settled()).toHaveLength(1)
    expect(await settleDueRefunds(shop.services())).toBe(0)
  },
)

test('a refund stored by a process that died is sent by the poller', async () => {
  const charge = await charged()
  await open(charge, { choice: { kind: 'rest' } })
  expect(await settleDueRefunds(shop.services())).toBe(0)
  shop.travelTo('2026-11-20T10:01:00Z')
  expect(await settleDueRefunds(shop.services())).toBe(1)
  expect(await taken(charge)).toBe(0)
})

test('a permanently refused refund leaves the whole amount refundable and is logged', async () => {
  const charge = await charged('refund-refused')
  const refund = await open(charge)
  expect(await settleRefund(shop.services(), refund)).toMatchObject({ state: 'refused' })
  expect(settled()).toEqual([])
  expect(await left(charge)).toBe(4999)
  expect(shop.logged.join('\n')).toContain('the processor refused a refund for good')
})

test('a refund that the processor has accepted but not completed waits for its webhook', async () => {
  const charge = await charged()
  const refund = await open(charge)
  let answer: 'pending' | 'refunded' = 'pending'
  const slow: Processor = {
    ...app.processor,
    refund: async () => ({ state: answer, processorRefund: 're_slow' }),
    readWebhook: () => ({
      id: 'evt_1',
      type: 'refund.updated',
      idempotencyKey: null,
      processorCharge: null,
      refundKey: `refund:${refund.id}`,
      refundedCharge: null,
      processorMethod: null,
      isPayout: false,
      processorDispute: null,
      processorWarning: null,
    }),
  }
  expect(await settleRefund(shop.services(slow), refund)).toMatchObject({
    state: 'pending',
  })
  expect(settled()).toEqual([])
  answer = 'refunded'
  const webhook = { processor: 'sandbox', headers: {}, rawBody: '' }
  for (let time = 0; time < 2; time += 1)
    expect(await receiveWebhook(shop.services(slow), shop.finish, webhook)).toBe('accepted')
  const stored = await refundsOf(shop.deps.database, [charge.purposeId])
  expect(stored).toMatchObject([{ state: 'refunded', processorRefund: 're_slow' }])
  expect(settled()).toHaveLength(1)
})

test('an uncharged order cannot be refunded', async () => {
  const declined = await charged('no-funds')
  await expect(open(declined)).rejects.toMatchObject({
    code: 'ACTION_NOT_ALLOWED',
    data: { reason: 'not-charged' },
  })
})
