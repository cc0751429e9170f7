import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { challengeOf, testProcessors, succeededCard } from './contract-processors.ts'
import { keepingOf, knownOf, purchaseOf, shopUrl, type TestProcessor } from './test-processor.ts'

describe.each(testProcessors)('what every processor keeps to: $name', ({ open }) => {
  let testProcessor: TestProcessor
  beforeAll(async () => {
    // Long enough for a busy machine, short enough to wait for the answers that never come.
    testProcessor = await open({ timeoutMs: 4_000 })
  })
  afterAll(() => testProcessor.stop())

  test('a valid card is charged once and can be saved', async () => {
    const request = purchaseOf(await testProcessor.token('approve'))
    const outcome = succeededCard(await testProcessor.processor.charge(request))
    expect(outcome.card).toMatchObject({ brand: 'visa', last4: '4242', ...testProcessor.cardExpiry })
    expect(outcome.card.processorMethod).toMatch(/^pm_/)
    expect(outcome.card.processorCustomer).toMatch(/^cus_/)
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(4999)
  })

  test.each([
    { cents: 4998, currency: 'USD' },
    { cents: 499_900, currency: 'USD' },
    { cents: 4999, currency: 'EUR' },
  ])('$cents $currency is reported as a different amount by every request', async ({ cents, currency }) => {
    const request = purchaseOf(await testProcessor.unluckyToken('reset'))
    const { processor } = testProcessor
    expect(await processor.charge(request)).toEqual({ state: 'unknown' })
    testProcessor.takeOther(request.idempotencyKey, { cents, currency })
    const taken = { state: 'other-sum', capturedCents: cents, capturedCurrency: currency }
    expect(await processor.check(knownOf(request))).toMatchObject(taken)
    expect(await processor.settle(knownOf(request))).toMatchObject(taken)
    // Ending it changes nothing: the money is there.
    expect(await processor.check(knownOf(request))).toMatchObject(taken)
  })

  test('a card is not saved without a request', async () => {
    const source = { kind: 'token', token: await testProcessor.token('approve'), save: false } as const
    const outcome = succeededCard(await testProcessor.processor.charge(purchaseOf('', { source })))
    expect(outcome.card.processorMethod).toBeNull()
  })

  test.each([
    { card: 'no-funds', kind: 'soft', reason: 'insufficient_funds' },
    { card: 'stolen', kind: 'hard', reason: 'stolen_card' },
    { card: 'expired', kind: 'expired', reason: 'expired_card' },
    { card: 'wrong-code', kind: 'data', reason: 'incorrect_cvc' },
  ] as const)('a $card card is declined ($kind) and nothing is charged', async ({ card, kind, reason }) => {
    const request = purchaseOf(await testProcessor.token(card))
    expect(await testProcessor.processor.charge(request)).toMatchObject({ state: 'declined', kind, reason })
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(0)
    expect(await testProcessor.processor.settle(knownOf(request))).toMatchObject({
      state: 'declined',
      kind,
      reason,
    })
  })

  test('an unknown or used token is declined, not charged', async () => {
    const unknown = purchaseOf('tok_that_never_was')
    expect(await testProcessor.processor.charge(unknown)).toMatchObject({
      state: 'declined',
      reason: 'card_token_invalid',
    })
    const token = await testProcessor.token('approve')
    expect(await testProcessor.processor.charge(purchaseOf(token))).toMatchObject({ state: 'succeeded' })
    const again = purchaseOf(token)
    expect(await testProcessor.processor.charge(again)).toMatchObject({
      state: 'declined',
      reason: 'card_token_invalid',
    })
    expect(await testProcessor.takenFor(again.idempotencyKey)).toBe(0)
  })

  test('an approved bank confirmation charges and saves the card', async () => {
    const request = purchaseOf(await testProcessor.token('challenge'))
    const challenge = challengeOf(await testProcessor.processor.charge(request))
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(0)
    const known = knownOf(request, challenge.processorCharge)
    expect(await testProcessor.processor.check(known)).toEqual(challenge)
    const back = await testProcessor.answerChallenge(challenge, 'approve')
    expect(back.startsWith(`${shopUrl}/checkout/return`)).toBe(true)
    const outcome = succeededCard(await testProcessor.processor.check(known))
    expect(outcome.card.processorMethod).toMatch(/^pm_/)
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(4999)
  })

  test('a refused bank confirmation charges nothing', async () => {
    const request = purchaseOf(await testProcessor.token('challenge'))
    const challenge = challengeOf(await testProcessor.processor.charge(request))
    await testProcessor.answerChallenge(challenge, 'refuse')
    const known = knownOf(request, challenge.processorCharge)
    expect(await testProcessor.processor.check(known)).toMatchObject({ state: 'declined', kind: 'soft' })
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(0)
  })

  test('an abandoned bank confirmation cannot be approved any more', async () => {
    const request = purchaseOf(await testProcessor.token('challenge'))
    const challenge = challengeOf(await testProcessor.processor.charge(request))
    const known = knownOf(request, challenge.processorCharge)
    expect(await testProcessor.processor.settle(known)).toEqual({ state: 'void' })
    await testProcessor.answerChallenge(challenge, 'approve').catch(() => undefined)
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(0)
    expect(await testProcessor.processor.settle(known)).toEqual({ state: 'void' })
  })

  test.each(['silent', 'reset'] as const)(
    'a charge whose answer is lost (%s) is found again',
    async (how) => {
      const request = purchaseOf(await testProcessor.unluckyToken(how))
      expect(await testProcessor.processor.charge(request)).toEqual({ state: 'unknown' })
      expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(4999)
      expect(await testProcessor.processor.check(knownOf(request))).toMatchObject({ state: 'succeeded' })
      expect(await testProcessor.processor.settle(knownOf(request))).toMatchObject({ state: 'succeeded' })
      expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(4999)
    },
  )

  test('a charge that never arrived is closed, and a late repeat cannot charge', async () => {
    const request = purchaseOf(await testProcessor.unluckyToken('lost'))
    expect(await testProcessor.processor.charge(request)).toEqual({ state: 'unknown' })
    expect(await testProcessor.processor.check(knownOf(request))).toEqual({ state: 'unknown' })
    expect(await testProcessor.processor.settle(knownOf(request))).toEqual({ state: 'void' })
    const late = await testProcessor.processor.charge(request)
    expect(late.state).not.toBe('succeeded')
    expect(await testProcessor.processor.settle(knownOf(request))).toEqual({ state: 'void' })
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(0)
  })

  test('a charge that was never sent is closed in the same way', async () => {
    const request = purchaseOf(await testProcessor.token('approve'))
    expect(await testProcessor.processor.settle(knownOf(request))).toEqual({ state: 'void' })
    expect((await testProcessor.processor.charge(request)).state).not.toBe('succeeded')
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(0)
  })

  test('the same key sent twice makes one charge, in sequence and at once', async () => {
    const request = purchaseOf(await testProcessor.token('approve'))
    const answers = await Promise.all([1, 2, 3].map(() => testProcessor.processor.charge(request)))
    answers.push(await testProcessor.processor.charge(request))
    expect(new Set(answers.map((answer) => succeededCard(answer).processorCharge)).size).toBe(1)
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(4999)
  })

  test('a stored request with its fields in another order is the same request', async () => {
    const request = purchaseOf(await testProcessor.token('approve'))
    const first = succeededCard(await testProcessor.processor.charge(request))
    const stored = { ...request, metadata: { attempt: '1', purpose: 'purchase' } }
    expect(succeededCard(await testProcessor.processor.charge(stored)).processorCharge).toBe(
      first.processorCharge,
    )
  })

  test('the same key with another amount makes no second charge', async () => {
    const request = purchaseOf(await testProcessor.token('approve'))
    await testProcessor.processor.charge(request)
    expect(await testProcessor.processor.charge({ ...request, amountCents: 9999 })).toEqual({
      state: 'unknown',
    })
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(4999)
  })

  // A guest gets another reference once there is an account; the saved card stays the same.
  test('a saved card is charged again without the buyer, also one that needed confirmation at first', async () => {
    for (const card of ['approve', 'challenge'] as const) {
      const request = purchaseOf(await testProcessor.token(card))
      const first = await testProcessor.processor.charge(request)
      if (first.state === 'challenge') await testProcessor.answerChallenge(first, 'approve')
      const { card: keeping } = succeededCard(await testProcessor.processor.check(knownOf(request)))
      const renewal = purchaseOf('', {
        source: { kind: 'saved', processorMethod: keeping.processorMethod ?? '' },
        customer: {
          reference: 'account',
          email: 'june@example.com',
          processorCustomer: keeping.processorCustomer,
        },
        offSession: true,
      })
      const outcome = succeededCard(await testProcessor.processor.charge(renewal))
      expect(outcome.card).toEqual(keeping)
      expect(await testProcessor.takenFor(renewal.idempotencyKey)).toBe(4999)
    }
  })

  test('a saved card is not charged for another customer', async () => {
    const mine = succeededCard(
      await testProcessor.processor.charge(purchaseOf(await testProcessor.token('approve'))),
    )
    const theirs = succeededCard(
      await testProcessor.processor.charge(purchaseOf(await testProcessor.token('approve'))),
    )
    const mixed = purchaseOf('', {
      source: { kind: 'saved', processorMethod: mine.card.processorMethod ?? '' },
      customer: { reference: 'x', email: 'x@example.com', processorCustomer: theirs.card.processorCustomer },
      offSession: true,
    })
    expect((await testProcessor.processor.charge(mixed)).state).toBe('declined')
    expect(await testProcessor.takenFor(mixed.idempotencyKey)).toBe(0)
  })

  test('a card can be saved and then declined at the renewal', async () => {
    const request = keepingOf(await testProcessor.token('renewal-no-funds'))
    const { card } = succeededCard(await testProcessor.processor.charge(request))
    const renewal = purchaseOf('', {
      source: { kind: 'saved', processorMethod: card.processorMethod ?? '' },
      customer: { ...request.customer, processorCustomer: card.processorCustomer },
      offSession: true,
    })
    expect(await testProcessor.processor.charge(renewal)).toMatchObject({ state: 'declined', kind: 'soft' })
    expect(await testProcessor.takenFor(renewal.idempotencyKey)).toBe(0)
  })

  /** A renewal whose bank wants the buyer, and the request that confirms it. */
  const declinedForBuyer = async () => {
    const first = purchaseOf(await testProcessor.token('authenticate'))
    const requested = challengeOf(await testProcessor.processor.charge(first))
    await testProcessor.answerChallenge(requested, 'approve')
    const { card } = succeededCard(
      await testProcessor.processor.check(knownOf(first, requested.processorCharge)),
    )
    const processorMethod = card.processorMethod ?? ''
    const customer = { ...first.customer, processorCustomer: card.processorCustomer }
    const source = { kind: 'saved', processorMethod } as const
    const renewal = purchaseOf('', { source, customer, offSession: true })
    const declined = await testProcessor.processor.charge(renewal)
    expect(declined).toMatchObject({
      state: 'declined',
      kind: 'authenticate',
      reason: 'authentication_required',
    })
    const processorCharge = declined.state === 'declined' ? (declined.processorCharge ?? '') : ''
    const confirmed = purchaseOf('', {
      source: { kind: 'declined-charge', processorCharge, processorMethod },
      customer,
      amountCents: 5999,
    })
    return { renewal, confirmed, processorMethod }
  }

  test('a renewal that needs its buyer is confirmed by the buyer, at today’s price', async () => {
    const { renewal, confirmed, processorMethod } = await declinedForBuyer()
    const challenge = challengeOf(await testProcessor.processor.charge(confirmed))
    expect(challengeOf(await testProcessor.processor.charge(confirmed))).toEqual(challenge)
    expect(await testProcessor.takenFor(confirmed.idempotencyKey)).toBe(0)
    await testProcessor.answerChallenge(challenge, 'approve')
    const known = knownOf(confirmed, challenge.processorCharge)
    const { card } = succeededCard(await testProcessor.processor.check(known))
    expect(card).toMatchObject({ processorMethod, ...testProcessor.cardExpiry })
    expect(await testProcessor.takenFor(confirmed.idempotencyKey)).toBe(5999)
    expect(await testProcessor.takenFor(renewal.idempotencyKey)).toBe(0)
    expect(await testProcessor.processor.settle(known)).toMatchObject({ state: 'succeeded' })
  })

  test('a buyer whose confirmation fails can confirm the next time', async () => {
    const { confirmed } = await declinedForBuyer()
    const challenge = challengeOf(await testProcessor.processor.charge(confirmed))
    await testProcessor.answerChallenge(challenge, 'refuse')
    const known = knownOf(confirmed, challenge.processorCharge)
    expect(await testProcessor.processor.check(known)).toMatchObject({ state: 'declined', kind: 'soft' })
    const again = { ...confirmed, idempotencyKey: `${confirmed.idempotencyKey}0` }
    const second = challengeOf(await testProcessor.processor.charge(again))
    await testProcessor.answerChallenge(second, 'approve')
    expect(await testProcessor.takenFor(again.idempotencyKey)).toBe(5999)
    expect(await testProcessor.takenFor(confirmed.idempotencyKey)).toBe(0)
  })

  test('a confirmation that was never sent or answered is ended without a charge', async () => {
    const never = (await declinedForBuyer()).confirmed
    // What the first attempt was declined for does not answer the second one.
    expect(await testProcessor.processor.check(knownOf(never))).toEqual({ state: 'unknown' })
    expect(await testProcessor.processor.settle(knownOf(never))).toEqual({ state: 'void' })
    expect(await testProcessor.processor.charge(never)).toEqual({ state: 'void' })
    const { confirmed } = await declinedForBuyer()
    const challenge = challengeOf(await testProcessor.processor.charge(confirmed))
    const known = knownOf(confirmed, challenge.processorCharge)
    expect(await testProcessor.processor.settle(known)).toEqual({ state: 'void' })
    await testProcessor.answerChallenge(challenge, 'approve').catch(() => undefined)
    expect(await testProcessor.takenFor(never.idempotencyKey)).toBe(0)
    expect(await testProcessor.takenFor(confirmed.idempotencyKey)).toBe(0)
  })

  test('a webhook is accepted only with a recent signature of the processor', async () => {
    const request = purchaseOf(await testProcessor.token('approve'))
    const { processorCharge } = succeededCard(await testProcessor.processor.charge(request))
    const { headers, rawBody } = await testProcessor.webhook(processorCharge)
    const event = testProcessor.processor.readWebhook(headers, rawBody)
    expect(event).toMatchObject({ idempotencyKey: request.idempotencyKey, processorCharge })
    expect(testProcessor.processor.readWebhook(headers, rawBody)).toEqual(event)
    expect(testProcessor.processor.readWebhook(testProcessor.sign(rawBody, 60), rawBody)).toEqual(event)
    expect(testProcessor.processor.readWebhook(testProcessor.sign(rawBody, 3_600), rawBody)).toBeNull()
    expect(testProcessor.processor.readWebhook(headers, `${rawBody} `)).toBeNull()
    expect(testProcessor.processor.readWebhook(testProcessor.sign(`${rawBody} `, 0), rawBody)).toBeNull()
    expect(testProcessor.processor.readWebhook({}, rawBody)).toBeNull()
  })
})
