import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { knownOf, purchaseOf, refundOf } from './test-processor.ts'
import { openStripeTestProcessor } from './stripe-test-processor.ts'

type StripeTestProcessor = Awaited<ReturnType<typeof openStripeTestProcessor>>

describe("what only Stripe's protocol can do", () => {
  let testProcessor: StripeTestProcessor
  let tomorrow = false
  const clock = { now: () => Temporal.Now.instant().add({ hours: tomorrow ? 25 : 0 }) }
  beforeAll(async () => {
    testProcessor = await openStripeTestProcessor({ timeoutMs: 4_000, clock })
  })
  afterAll(() => testProcessor.stop())

  test.each(['lost', 'silent', 'reset', 'error-500', 'rate-limit'] as const)(
    'an intent whose opening goes wrong (%s) is unknown, and settles without a charge',
    async (how) => {
      const request = purchaseOf(await testProcessor.token('approve'))
      testProcessor.server.misbehave('/payment_intents', how)
      expect(await testProcessor.processor.charge(request)).toEqual({ state: 'unknown' })
      expect(await testProcessor.processor.settle(knownOf(request))).toEqual({ state: 'void' })
      expect((await testProcessor.processor.charge(request)).state).not.toBe('succeeded')
      expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(0)
    },
  )

  test('one charge opens one intent and one customer, however often it is asked for', async () => {
    const request = purchaseOf(await testProcessor.unluckyToken('silent'))
    const before = testProcessor.server.intents().length
    await testProcessor.processor.charge(request)
    await testProcessor.processor.charge(request)
    await testProcessor.processor.check(knownOf(request))
    const opened = testProcessor.server.intents().slice(before)
    expect(opened).toHaveLength(1)
    expect(new Set(opened.map((intent) => intent.customer)).size).toBe(1)
  })

  test('a charge older than the memory of keys is found among the intents of its time', async () => {
    const charged = purchaseOf(await testProcessor.unluckyToken('reset'))
    const never = purchaseOf(await testProcessor.token('approve'))
    expect(await testProcessor.processor.charge(charged)).toEqual({ state: 'unknown' })
    const known = [knownOf(charged), knownOf(never)] as const
    testProcessor.server.forgetKeys()
    tomorrow = true
    const intents = testProcessor.server.intents().length
    expect(await testProcessor.processor.settle(known[0])).toMatchObject({ state: 'succeeded' })
    expect(await testProcessor.processor.settle(known[1])).toEqual({ state: 'void' })
    expect(testProcessor.server.intents()).toHaveLength(intents)
    tomorrow = false
  })

  test('a refund older than the memory of keys is found among those of its charge, and given if it is not', async () => {
    const request = purchaseOf(await testProcessor.token('approve'))
    const charged = await testProcessor.processor.charge(request)
    const processorCharge = charged.state === 'succeeded' ? charged.processorCharge : ''
    const [given, never] = [refundOf(processorCharge), refundOf(processorCharge)]
    testProcessor.server.misbehave('/refunds', 'silent')
    expect(await testProcessor.processor.refund(given)).toEqual({ state: 'unknown' })
    testProcessor.server.forgetKeys()
    tomorrow = true
    expect(await testProcessor.processor.refund(given)).toMatchObject({ state: 'refunded' })
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(3999)
    expect(await testProcessor.processor.refund(never)).toMatchObject({ state: 'refunded' })
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(2999)
    tomorrow = false
  })

  test('a webhook about something else names no charge', () => {
    const rawBody = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'customer.updated',
      data: { object: { id: 'cus_1', object: 'customer', metadata: {} } },
    })
    expect(testProcessor.processor.readWebhook(testProcessor.sign(rawBody, 0), rawBody)).toEqual({
      id: 'evt_1',
      type: 'customer.updated',
      idempotencyKey: null,
      processorCharge: null,
      refundKey: null,
    })
  })
})
