import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#platform/transaction.ts'
import type { Charge } from '#payment/charge/server/payments.ts'
import { reconcile } from '#payment/server/reconciliations.ts'
import { openRefund, settleRefund } from '#payment/refund/server/refunds.ts'
import { openPaymentApp } from './payment-app.ts'
import { openSandboxTestProcessor } from './sandbox-test-processor.ts'

let app: Awaited<ReturnType<typeof openSandboxTestProcessor>>
let shop: Awaited<ReturnType<typeof openPaymentApp>>
let charge: Charge

const allTime = {
  from: Temporal.Instant.from('1970-01-01T00:00Z'),
  to: Temporal.Instant.from('9999-12-31T00:00Z'),
}

const compare = async () => {
  const { disagreements, ...counts } = await reconcile(shop.services(), allTime)
  return { ...counts, found: disagreements.map(({ what, difference }) => `${what} ${difference}`) }
}

const change = (text: string) => sql.raw(text).execute(shop.database.kysely)

const giveBack = async (cents: number): Promise<void> => {
  const paid = {
    chargeId: charge.id,
    accountId: randomUUID(),
    paid: { cardCents: 4999, creditCents: 0 },
    parts: [{ position: 0, quantity: 1, goodsCents: 4999, taxCents: 0 }],
  }
  const choice = {
    kind: 'parts',
    units: [],
    shippingCents: null,
    sum: { kind: 'sum', cents },
  } as const
  const refundRequest = {
    ...paid,
    currency: 'USD' as const,
    requestKey: randomUUID(),
    orderId: charge.purposeId,
    choice,
  }
  const refund = await inTransaction(shop.deps, (tx) =>
    openRefund(tx, { ...refundRequest, reason: 'operator' }),
  )
  await settleRefund(shop.services(), refund)
}

beforeEach(async () => {
  shop = await openPaymentApp(app)
  charge = await shop.requestCharge(await shop.open(await app.token('approve')))
  await shop.requestCharge(await shop.open(await app.token('no-funds')))
  await shop.requestCharge(await shop.open(await app.token('challenge')))
  await shop.open(await app.token('approve'))
  await giveBack(1000)
})
afterEach(() => shop.close())

// A processor of its own for each test: its records must not include another test's charges.
beforeAll(async () => {
  app = await openSandboxTestProcessor()
})
afterAll(() => app.stop())
afterEach(async () => {
  await app.stop()
  app = await openSandboxTestProcessor()
})

test('complete records match, including declined, pending and never sent charges', async () => {
  expect(await compare()).toEqual({ charges: 3, refunds: 1, found: [] })
})

test.each([
  [
    'a charge missing in the shop',
    `delete from refund; delete from charge where state = 'succeeded'`,
    ['charge missing-here', 'refund missing-here'],
  ],
  [
    'a charge missing at the processor',
    `insert into charge select (jsonb_populate_record(charge, jsonb_build_object('id', gen_random_uuid(),
       'idempotency_key', 'made-up', 'purpose_id', gen_random_uuid()))).* from charge where state = 'succeeded'`,
    ['charge missing-there'],
  ],
  [
    'another sum of a charge',
    `update charge set amount_cents = 5000 where state = 'succeeded'`,
    ['charge other-amount'],
  ],
  [
    'a charge declined in the shop',
    `update charge set state = 'declined' where state = 'succeeded'`,
    ['charge other-state'],
  ],
  [
    'a charge declined at the processor',
    `update charge set state = 'succeeded' where state = 'declined'`,
    ['charge other-state'],
  ],
  ['a refund missing in the shop', `delete from refund`, ['refund missing-here']],
  [
    'a refund made up here',
    `insert into refund select (jsonb_populate_record(refund, jsonb_build_object('id', gen_random_uuid(),
       'request_key', 'made-up'))).* from refund`,
    ['refund missing-there'],
  ],
  ['another amount of a refund', `update refund set amount_cents = 999`, ['refund other-amount']],
  ['a refund refused in the shop', `update refund set state = 'refused'`, ['refund other-state']],
])('the difference %s is found', async (_what, broken, found) => {
  await change(broken)
  expect((await compare()).found).toEqual(found)
})

test('a refund in flight is left to the poller', async () => {
  await change(`update refund set state = 'unknown'`)
  expect((await compare()).found).toEqual([])
})

test('a period contains only its own records, by either clock', async () => {
  const day = (text: string) => Temporal.Instant.from(`${text}T00:00Z`)
  const before = { from: day('2020-01-01'), to: day('2020-01-02') }
  expect(await reconcile(shop.services(), before)).toEqual({ charges: 0, refunds: 0, disagreements: [] })
})
