import { afterAll, beforeAll, expect, test } from 'vitest'
import { succeededCard } from './contract-processors.ts'
import { knownOf, purchaseOf, refundOf } from './test-processor.ts'
import { openStripeTestProcessor } from './stripe-test-processor.ts'

let testProcessor: Awaited<ReturnType<typeof openStripeTestProcessor>>
beforeAll(async () => {
  testProcessor = await openStripeTestProcessor({ timeoutMs: 4_000 })
})
afterAll(() => testProcessor.stop())

// In ISO 4217 the króna and the shilling have no decimals and the ariary has two; Stripe counts them the other way round.
test.each([
  { currency: 'ISK', cents: 6500, atStripe: 650_000, part: 1500 },
  { currency: 'UGX', cents: 180_000, atStripe: 18_000_000, part: 60_000 },
  { currency: 'MGA', cents: 21_000_000, atStripe: 210_000, part: 500_000 },
  { currency: 'JPY', cents: 7500, atStripe: 7500, part: 2500 },
] as const)(
  '$currency: Stripe charges and refunds the requested amount',
  async ({ currency, cents, atStripe, part }) => {
    const { processor, stripe } = testProcessor
    const request = purchaseOf(await testProcessor.token('approve'), { amountCents: cents, currency })
    const { processorCharge } = succeededCard(await processor.charge(request))
    expect((await stripe.paymentIntents.retrieve(processorCharge)).amount_received).toBe(atStripe)
    const refund = refundOf(processorCharge, { amountCents: part, currency })
    expect(await processor.refund(refund)).toMatchObject({ state: 'refunded' })
    expect(await processor.refundsOf(processorCharge)).toMatchObject([{ amountCents: part, currency }])
  },
)

test('a different amount is reported in the smallest unit of its own currency', async () => {
  const { processor } = testProcessor
  const request = purchaseOf(await testProcessor.unluckyToken('reset'), {
    amountCents: 6500,
    currency: 'ISK',
  })
  expect(await processor.charge(request)).toEqual({ state: 'unknown' })
  testProcessor.takeOther(request.idempotencyKey, { cents: 640_000, currency: 'ISK' })
  expect(await processor.check(knownOf(request))).toMatchObject({
    state: 'other-sum',
    capturedCents: 6400,
    capturedCurrency: 'ISK',
  })
})
