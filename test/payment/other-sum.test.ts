import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openOtherSums } from '#payment/charge/server/charge-entries.ts'
import type { Charge } from '#payment/charge/server/payments.ts'
import { otherSums } from '#payment/server/invariants.ts'
import { reconcile } from '#payment/server/reconciliations.ts'
import { receiveWebhook, settleDueCharges } from '#payment/server/settlement.ts'
import { openPaymentApp } from './payment-app.ts'
import { openSandboxTestProcessor } from './sandbox-test-processor.ts'

let app: Awaited<ReturnType<typeof openSandboxTestProcessor>>
beforeAll(async () => {
  app = await openSandboxTestProcessor({ timeoutMs: 4_000 })
})
afterAll(() => app.stop())

const openShop = async () => {
  const shop = await openPaymentApp(app)
  onTestFinished(shop.close)
  return shop
}

/** What the shop knows of the charge that took another sum, in every place where an operator looks. */
const expectShown = async (
  { deps, services }: Awaited<ReturnType<typeof openShop>>,
  { request }: Charge,
  captured: { readonly cents: number; readonly currency: string },
) => {
  const key = request.idempotencyKey
  expect(await openOtherSums(deps.database)).toMatchObject([
    { key, requested: { cents: 4999, currency: 'USD' }, captured },
  ])
  const text = `${(captured.cents / 100).toFixed(2)} ${captured.currency} for a charge of 49.99 USD`
  expect(await otherSums(deps.database)).toEqual([expect.stringContaining(text)])
  const period = {
    from: Temporal.Instant.from('1970-01-01T00:00Z'),
    to: Temporal.Instant.from('9999-12-31T00:00Z'),
  }
  const { disagreements } = await reconcile(services(), period)
  expect(disagreements.filter((one) => one.key === key)).toMatchObject([
    { what: 'charge', difference: captured.currency === 'USD' ? 'other-amount' : 'other-currency' },
  ])
}

/** Somebody refunds at the processor. */
const refundThere = async ({ processorCharge }: Charge, amount: number): Promise<void> => {
  const answer = await app.ask('/v1/refunds', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `there:${processorCharge}:${amount}` },
    body: JSON.stringify({ charge: processorCharge, amount }),
  })
  expect(answer.status).toBe(200)
}

test.each([
  { cents: 4998, currency: 'USD' },
  { cents: 9998, currency: 'USD' },
  { cents: 4999, currency: 'EUR' },
])(
  '$cents $currency charged for 49.99 USD makes no order, charges nothing again, and is reported until refunded',
  async (captured) => {
    const shop = await openShop()
    const opened = await shop.requestCharge(await shop.open(await app.unluckyToken('reset')))
    app.takeOther(opened.request.idempotencyKey, captured)
    shop.travelTo('2026-11-20T10:01:00Z')
    await settleDueCharges(shop.services(), shop.finish)
    const charge = await shop.stored(opened)
    expect(charge).toMatchObject({ state: 'unknown', card: null })
    // The request that is sent again gets the same answer.
    expect(await shop.requestCharge(charge)).toMatchObject({ state: 'unknown' })
    expect(shop.finished).toEqual([])
    await expectShown(shop, charge, captured)
    // Looked at again and again it stays as it is, and a part that was given back changes nothing.
    await refundThere(charge, 1)
    shop.travelTo('2026-11-20T12:00:00Z')
    expect(await settleDueCharges(shop.services(), shop.finish)).toBe(1)
    await expectShown(shop, charge, captured)
    await refundThere(charge, captured.cents - 1)
    shop.travelTo('2026-11-20T14:00:00Z')
    await settleDueCharges(shop.services(), shop.finish)
    expect(shop.finished).toMatchObject([{ id: charge.id, state: 'void' }])
    expect(await otherSums(shop.deps.database)).toEqual([])
  },
)

test('when the amount differs after the bank confirmation, the webhook leaves the charge open', async () => {
  const shop = await openShop()
  const opened = await shop.requestCharge(await shop.open(await app.token('challenge')))
  app.takeOther(opened.request.idempotencyKey, { cents: 49, currency: 'USD' })
  const question = { processorCharge: opened.processorCharge ?? '', url: opened.challengeUrl ?? '' }
  await app.answerChallenge(question, 'approve')
  const webhook = await app.webhook(opened.request.idempotencyKey)
  await receiveWebhook(shop.services(), shop.finish, { processor: 'sandbox', ...webhook })
  expect(shop.finished).toMatchObject([{ id: opened.id, state: 'unknown' }])
  await expectShown(shop, opened, { cents: 49, currency: 'USD' })
})
