import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { challengeOf, succeededCard } from './contract-processors.ts'
import { knownOf, purchaseOf, refundOf } from './test-processor.ts'
import { openStripeTestProcessor } from './stripe-test-processor.ts'

type StripeTestProcessor = Awaited<ReturnType<typeof openStripeTestProcessor>>

describe('behavior specific to Stripe', () => {
  let testProcessor: StripeTestProcessor
  let tomorrow = false
  const clock = { now: () => Temporal.Now.instant().add({ hours: tomorrow ? 25 : 0 }) }
  beforeAll(async () => {
    testProcessor = await openStripeTestProcessor({ timeoutMs: 4_000, clock })
  })
  afterAll(() => testProcessor.stop())
  const intents = () => Array.fromAsync(testProcessor.stripe.paymentIntents.list({ limit: 100 }))

  test.each([
    'cut_before',
    'cut_after',
    'error_before',
    'error_after',
    'rate_limit',
    'lock_timeout',
    'key_in_use',
  ] as const)('an intent whose creation fails (%s) is unknown, and settles without a charge', async (how) => {
    const request = purchaseOf(await testProcessor.token('approve'))
    testProcessor.standIn.faults.next('POST /v1/payment_intents', how)
    expect(await testProcessor.processor.charge(request)).toEqual({ state: 'unknown' })
    expect(await testProcessor.processor.settle(knownOf(request))).toEqual({ state: 'void' })
    expect((await testProcessor.processor.charge(request)).state).not.toBe('succeeded')
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(0)
  })

  test.each([
    { how: 'cut_before', outcome: { state: 'void' }, taken: 0 },
    { how: 'cut_after', outcome: { state: 'succeeded' }, taken: 4999 },
    { how: 'error_before', outcome: { state: 'void' }, taken: 0 },
    { how: 'error_after', outcome: { state: 'succeeded' }, taken: 4999 },
    { how: 'rate_limit', outcome: { state: 'void' }, taken: 0 },
    { how: 'lock_timeout', outcome: { state: 'void' }, taken: 0 },
    { how: 'key_in_use', outcome: { state: 'void' }, taken: 0 },
  ] as const)(
    'a confirmation that fails ($how) is unknown, and settles by the real outcome',
    async ({ how, outcome, taken }) => {
      const request = purchaseOf(await testProcessor.token('approve'))
      testProcessor.standIn.faults.next(/confirm$/, how)
      expect(await testProcessor.processor.charge(request)).toEqual({ state: 'unknown' })
      expect(await testProcessor.processor.settle(knownOf(request))).toMatchObject(outcome)
      expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(taken)
    },
  )

  test('a confirmation that arrives after its charge was settled charges nothing', async () => {
    const request = purchaseOf(await testProcessor.token('approve'))
    const late = testProcessor.standIn.faults.hold(/confirm$/, 'before')
    expect(await testProcessor.processor.charge(request)).toEqual({ state: 'unknown' })
    await late.reached
    expect(await testProcessor.processor.settle(knownOf(request))).toEqual({ state: 'void' })
    late.release()
    expect((await testProcessor.processor.charge(request)).state).not.toBe('succeeded')
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(0)
  })

  test('a saved card whose customer was deleted at Stripe is refused permanently and at once', async () => {
    const { processor, stripe } = testProcessor
    const first = purchaseOf(await testProcessor.token('challenge'))
    const requested = challengeOf(await processor.charge(first))
    await testProcessor.answerChallenge(requested, 'approve')
    const { card } = succeededCard(await processor.check(knownOf(first, requested.processorCharge)))
    await stripe.customers.del(card.processorCustomer ?? '')
    const customer = { ...first.customer, processorCustomer: card.processorCustomer }
    const source = { kind: 'saved', processorMethod: card.processorMethod ?? '' } as const
    const renewal = purchaseOf('', { source, customer, offSession: true })
    const refused = { state: 'declined', kind: 'hard', reason: 'resource_missing', processorCharge: null }
    expect(await processor.charge(renewal)).toEqual(refused)
    // As after a crash before the answer was recorded.
    expect(await processor.settle(knownOf(renewal))).toEqual(refused)
    expect(await processor.check(knownOf(renewal))).toEqual(refused)
  })

  /** A person with a saved card, and what Stripe calls both. */
  const personWithCard = async () => {
    const first = purchaseOf(await testProcessor.token('challenge'))
    const requested = challengeOf(await testProcessor.processor.charge(first))
    await testProcessor.answerChallenge(requested, 'approve')
    const { card } = succeededCard(
      await testProcessor.processor.check(knownOf(first, requested.processorCharge)),
    )
    return {
      customer: { ...first.customer, processorCustomer: card.processorCustomer },
      processorCustomer: card.processorCustomer ?? '',
      processorMethod: card.processorMethod ?? '',
    }
  }

  test.each([0, 4999])(
    'a card entered by a person whose customer was deleted at Stripe makes one new customer (%i)',
    async (amountCents) => {
      const { processor, stripe } = testProcessor
      const { customer, processorCustomer } = await personWithCard()
      await stripe.customers.del(processorCustomer)
      const source = { kind: 'token', token: await testProcessor.token('approve'), save: true } as const
      const request = purchaseOf('', { source, customer, amountCents })
      const made = () =>
        testProcessor.standIn.events().filter(({ type }) => type === 'customer.created').length
      const before = made()
      const outcome = await processor.charge(request)
      const { card } = succeededCard(outcome)
      expect(card.processorCustomer).not.toBe(processorCustomer)
      expect(await processor.charge(request)).toEqual(outcome)
      // As after a crash before the answer was recorded.
      expect(await processor.settle(knownOf(request))).toEqual(outcome)
      expect(await processor.check(knownOf(request))).toEqual(outcome)
      expect(made()).toBe(before + 1)
      expect(await stripe.customers.retrieve(processorCustomer)).toMatchObject({ deleted: true })
    },
  )

  test('a saved card that was removed at Stripe is refused permanently', async () => {
    const { processor, stripe } = testProcessor
    const { customer, processorMethod } = await personWithCard()
    await stripe.paymentMethods.detach(processorMethod)
    const renewal = purchaseOf('', { source: { kind: 'saved', processorMethod }, customer, offSession: true })
    expect(await processor.charge(renewal)).toMatchObject({
      state: 'declined',
      kind: 'hard',
      reason: 'card_removed',
    })
    expect(await testProcessor.takenFor(renewal.idempotencyKey)).toBe(0)
  })

  test('an amount that Stripe does not accept is declined', async () => {
    const request = purchaseOf(await testProcessor.token('approve'), { amountCents: 30 })
    expect(await testProcessor.processor.charge(request)).toMatchObject({
      state: 'declined',
      kind: 'soft',
      reason: 'amount_too_small',
    })
  })

  test('one charge creates one intent and one customer, however often it is requested', async () => {
    const request = purchaseOf(await testProcessor.unluckyToken('silent'))
    const { length } = await intents()
    await testProcessor.processor.charge(request)
    await testProcessor.processor.charge(request)
    await testProcessor.processor.check(knownOf(request))
    const all = await intents()
    expect(all).toHaveLength(length + 1)
  })

  test('the client secret of a bank confirmation is given only while the bank waits for the buyer', async () => {
    const request = purchaseOf(await testProcessor.token('challenge'))
    const challenge = challengeOf(await testProcessor.processor.charge(request))
    expect(challenge.url).toBe(request.returnUrl)
    const known = knownOf(request, challenge.processorCharge)
    const page = await testProcessor.processor.pageChallenge(known)
    expect(page?.publishableKey).toBe('pk_test_contract')
    expect(page?.clientSecret).toContain(`${challenge.processorCharge}_secret_`)
    await testProcessor.answerChallenge(challenge, 'approve')
    expect(await testProcessor.processor.pageChallenge(known)).toBeNull()
    expect(await testProcessor.processor.pageChallenge(knownOf(request))).toBeNull()
  })

  test.each(
    (['cut_before', 'cut_after', 'error_before', 'error_after', 'rate_limit'] as const).flatMap((how) => [
      { how, call: /payment_intents\/[^/]+$/ },
      { how, call: /confirm$/ },
    ]),
  )('a confirmed renewal that fails ($how, $call) stays one intent, which is canceled', async (fault) => {
    const { processor, stripe, standIn } = testProcessor
    const first = purchaseOf(await testProcessor.token('authenticate'))
    const requested = challengeOf(await processor.charge(first))
    await testProcessor.answerChallenge(requested, 'approve')
    const { card } = succeededCard(await processor.check(knownOf(first, requested.processorCharge)))
    const processorMethod = card.processorMethod ?? ''
    const customer = { ...first.customer, processorCustomer: card.processorCustomer }
    const saved = { kind: 'saved', processorMethod } as const
    const renewal = await processor.charge(purchaseOf('', { source: saved, customer, offSession: true }))
    const processorCharge = renewal.state === 'declined' ? (renewal.processorCharge ?? '') : ''
    const { length } = await intents()
    const source = { kind: 'declined-charge', processorCharge, processorMethod } as const
    const request = purchaseOf('', { source, customer })
    standIn.faults.next(fault.call, fault.how)
    expect(await processor.charge(request)).toEqual({ state: 'unknown' })
    expect(await processor.settle(knownOf(request))).toEqual({ state: 'void' })
    expect(await intents()).toHaveLength(length)
    expect((await stripe.paymentIntents.retrieve(processorCharge)).status).toBe('canceled')
  })

  test('a charge older than Stripe’s idempotency keys is found among the intents of its time', async () => {
    const charged = purchaseOf(await testProcessor.unluckyToken('reset'))
    const never = purchaseOf(await testProcessor.token('approve'))
    expect(await testProcessor.processor.charge(charged)).toEqual({ state: 'unknown' })
    const known = [knownOf(charged), knownOf(never)] as const
    tomorrow = true
    const { length } = await intents()
    expect(await testProcessor.processor.settle(known[0])).toMatchObject({ state: 'succeeded' })
    expect(await testProcessor.processor.settle(known[1])).toEqual({ state: 'void' })
    expect(await intents()).toHaveLength(length)
    tomorrow = false
  })

  test('a refund older than Stripe’s idempotency keys is found among those of its charge, and otherwise made', async () => {
    const request = purchaseOf(await testProcessor.token('approve'))
    const { processorCharge } = succeededCard(await testProcessor.processor.charge(request))
    const [given, never] = [refundOf(processorCharge), refundOf(processorCharge)]
    testProcessor.standIn.faults.next('POST /v1/refunds', 'cut_after')
    expect(await testProcessor.processor.refund(given)).toEqual({ state: 'unknown' })
    tomorrow = true
    expect(await testProcessor.processor.refund(given)).toMatchObject({ state: 'refunded' })
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(3999)
    expect(await testProcessor.processor.refund(never)).toMatchObject({ state: 'refunded' })
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(2999)
    tomorrow = false
  })

  test.each([
    { how: 'cut_before', later: 'refunded', taken: 3999 },
    { how: 'cut_after', later: 'refunded', taken: 3999 },
    // It is not known whether Stripe still makes it; once the key is forgotten, it is requested again.
    { how: 'error_before', later: 'unknown', taken: 4999 },
    { how: 'rate_limit', later: 'refunded', taken: 3999 },
    { how: 'lock_timeout', later: 'refunded', taken: 3999 },
    { how: 'key_in_use', later: 'refunded', taken: 3999 },
  ] as const)('a refund that fails ($how) is unknown at first', async ({ how, later, taken }) => {
    const request = purchaseOf(await testProcessor.token('approve'))
    const { processorCharge } = succeededCard(await testProcessor.processor.charge(request))
    const part = refundOf(processorCharge)
    testProcessor.standIn.faults.next('POST /v1/refunds', how)
    expect(await testProcessor.processor.refund(part)).toEqual({ state: 'unknown' })
    expect((await testProcessor.processor.refund(part)).state).toBe(later)
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(taken)
  })

  test('a refund that was made despite an error of Stripe is found with its charge', async () => {
    const request = purchaseOf(await testProcessor.token('approve'))
    const { processorCharge } = succeededCard(await testProcessor.processor.charge(request))
    testProcessor.standIn.faults.next('POST /v1/refunds', 'error_after')
    const part = refundOf(processorCharge)
    expect((await testProcessor.processor.refund(part)).state).toBe('refunded')
    expect((await testProcessor.processor.refund(part)).state).toBe('refunded')
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(3999)
  })

  const shipTo = {
    firstName: 'June',
    lastName: 'Alder',
    address: '1 Alder Way',
    unit: '',
    city: 'Portland',
    region: 'OR',
    zip: '97201',
    country: 'US',
    phone: '',
    company: '',
  }

  test('Stripe gets the shipping address and the statement text, and a request from the database finds its intent', async () => {
    const request = purchaseOf(await testProcessor.token('approve'), { shipTo, statementSuffix: 'DS-01' })
    testProcessor.standIn.faults.next('POST /v1/payment_intents', 'cut_after')
    expect(await testProcessor.processor.charge(request)).toEqual({ state: 'unknown' })
    const stored = {
      ...request,
      shipTo: { ...Object.fromEntries(Object.entries(shipTo).toReversed()), ...shipTo },
    }
    const { processorCharge } = succeededCard(await testProcessor.processor.charge(stored))
    const intent = await testProcessor.stripe.paymentIntents.retrieve(processorCharge)
    expect(intent.statement_descriptor_suffix).toBe('DS-01')
    expect(intent.shipping).toMatchObject({
      name: 'June Alder',
      phone: null,
      address: { line1: '1 Alder Way', line2: null, postal_code: '97201', state: 'OR', country: 'US' },
    })
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(4999)
  })

  test.each([
    ['customer.updated', { id: 'cus_1', object: 'customer', metadata: {} }],
    // Of an endpoint with all events; refused, Stripe would send it for days and switch the endpoint off.
    ['balance.available', { object: 'balance', available: [] }],
  ])('a webhook about another object names no charge: %s', (type, object) => {
    const rawBody = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
    expect(testProcessor.processor.readWebhook(testProcessor.sign(rawBody, 0), rawBody)).toEqual({
      id: 'evt_1',
      type,
      idempotencyKey: null,
      processorCharge: null,
      refundKey: null,
      refundedCharge: null,
      processorMethod: null,
      isPayout: false,
      processorDispute: null,
      processorWarning: null,
    })
  })
})
