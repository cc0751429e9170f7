import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { knownOf, purchaseOf, refundOf } from './processor-house.ts'
import { openStripeHouse } from './stripe-house.ts'

type House = Awaited<ReturnType<typeof openStripeHouse>>

describe("what only Stripe's protocol can do", () => {
  let house: House
  let tomorrow = false
  const clock = { now: () => Temporal.Now.instant().add({ hours: tomorrow ? 25 : 0 }) }
  beforeAll(async () => {
    house = await openStripeHouse({ timeoutMs: 4_000, clock })
  })
  afterAll(() => house.stop())

  test.each(['lost', 'silent', 'reset', 'error-500', 'rate-limit'] as const)(
    'an intent whose opening goes wrong (%s) is unknown, and settles without a charge',
    async (how) => {
      const request = purchaseOf(await house.token('approve'))
      house.server.misbehave('/payment_intents', how)
      expect(await house.processor.charge(request)).toEqual({ state: 'unknown' })
      expect(await house.processor.settle(knownOf(request))).toEqual({ state: 'void' })
      expect((await house.processor.charge(request)).state).not.toBe('succeeded')
      expect(await house.takenFor(request.idempotencyKey)).toBe(0)
    },
  )

  test('one charge opens one intent and one customer, however often it is asked for', async () => {
    const request = purchaseOf(await house.unluckyToken('silent'))
    const before = house.server.intents().length
    await house.processor.charge(request)
    await house.processor.charge(request)
    await house.processor.look(knownOf(request))
    const opened = house.server.intents().slice(before)
    expect(opened).toHaveLength(1)
    expect(new Set(opened.map((intent) => intent.customer)).size).toBe(1)
  })

  test('a charge older than the memory of keys is found among the intents of its time', async () => {
    const charged = purchaseOf(await house.unluckyToken('reset'))
    const never = purchaseOf(await house.token('approve'))
    expect(await house.processor.charge(charged)).toEqual({ state: 'unknown' })
    const known = [knownOf(charged), knownOf(never)] as const
    house.server.forgetKeys()
    tomorrow = true
    const intents = house.server.intents().length
    expect(await house.processor.settle(known[0])).toMatchObject({ state: 'succeeded' })
    expect(await house.processor.settle(known[1])).toEqual({ state: 'void' })
    expect(house.server.intents()).toHaveLength(intents)
    tomorrow = false
  })

  test('a refund older than the memory of keys is found among those of its charge, and given if it is not', async () => {
    const request = purchaseOf(await house.token('approve'))
    const charged = await house.processor.charge(request)
    const processorCharge = charged.state === 'succeeded' ? charged.processorCharge : ''
    const [given, never] = [refundOf(processorCharge), refundOf(processorCharge)]
    house.server.misbehave('/refunds', 'silent')
    expect(await house.processor.refund(given)).toEqual({ state: 'unknown' })
    house.server.forgetKeys()
    tomorrow = true
    expect(await house.processor.refund(given)).toMatchObject({ state: 'refunded' })
    expect(await house.takenFor(request.idempotencyKey)).toBe(3999)
    expect(await house.processor.refund(never)).toMatchObject({ state: 'refunded' })
    expect(await house.takenFor(request.idempotencyKey)).toBe(2999)
    tomorrow = false
  })

  test('a webhook about something else names no charge', () => {
    const rawBody = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'customer.updated',
      data: { object: { id: 'cus_1', object: 'customer', metadata: {} } },
    })
    expect(house.processor.readWebhook(house.sign(rawBody, 0), rawBody)).toEqual({
      id: 'evt_1',
      type: 'customer.updated',
      idempotencyKey: null,
      processorCharge: null,
      refundKey: null,
    })
  })
})
