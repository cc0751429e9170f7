import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { challengeOf, houses, succeededCard } from './contract-houses.ts'
import { knownOf, purchaseOf, shopUrl, type ProcessorHouse } from './processor-house.ts'

describe.each(houses)('what every processor keeps to: $name', ({ open }) => {
  let house: ProcessorHouse
  beforeAll(async () => {
    // Long enough for a busy machine, short enough to wait for the answers that never come.
    house = await open({ timeoutMs: 4_000 })
  })
  afterAll(() => house.stop())

  test('a good card is charged once and may be kept', async () => {
    const request = purchaseOf(await house.token('approve'))
    const outcome = succeededCard(await house.processor.charge(request))
    expect(outcome.card).toMatchObject({ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2032 })
    expect(outcome.card.processorMethod).toMatch(/^pm_/)
    expect(outcome.card.processorCustomer).toMatch(/^cus_/)
    expect(await house.takenFor(request.idempotencyKey)).toBe(4999)
  })

  test('a card is not kept when nobody asked for it', async () => {
    const source = { kind: 'token', token: await house.token('approve'), save: false } as const
    const outcome = succeededCard(await house.processor.charge(purchaseOf('', { source })))
    expect(outcome.card.processorMethod).toBeNull()
  })

  test.each([
    { card: 'no-funds', kind: 'soft', reason: 'insufficient_funds' },
    { card: 'stolen', kind: 'hard', reason: 'stolen_card' },
    { card: 'expired', kind: 'expired', reason: 'expired_card' },
  ] as const)('a $card card is declined ($kind) and nothing is taken', async ({ card, kind, reason }) => {
    const request = purchaseOf(await house.token(card))
    expect(await house.processor.charge(request)).toMatchObject({ state: 'declined', kind, reason })
    expect(await house.takenFor(request.idempotencyKey)).toBe(0)
    expect(await house.processor.settle(knownOf(request))).toMatchObject({ state: 'declined', kind, reason })
  })

  test('an unknown or used token is declined, not charged', async () => {
    const unknown = purchaseOf('tok_that_never_was')
    expect(await house.processor.charge(unknown)).toMatchObject({
      state: 'declined',
      reason: 'card_token_invalid',
    })
    const token = await house.token('approve')
    expect(await house.processor.charge(purchaseOf(token))).toMatchObject({ state: 'succeeded' })
    const again = purchaseOf(token)
    expect(await house.processor.charge(again)).toMatchObject({
      state: 'declined',
      reason: 'card_token_invalid',
    })
    expect(await house.takenFor(again.idempotencyKey)).toBe(0)
  })

  test('a challenge that is approved takes the money and keeps the card', async () => {
    const request = purchaseOf(await house.token('challenge'))
    const challenge = challengeOf(await house.processor.charge(request))
    expect(await house.takenFor(request.idempotencyKey)).toBe(0)
    const known = knownOf(request, challenge.processorCharge)
    expect(await house.processor.look(known)).toEqual(challenge)
    const back = await house.answerChallenge(challenge.url, 'approve')
    expect(back.startsWith(`${shopUrl}/checkout/return`)).toBe(true)
    const outcome = succeededCard(await house.processor.look(known))
    expect(outcome.card.processorMethod).toMatch(/^pm_/)
    expect(await house.takenFor(request.idempotencyKey)).toBe(4999)
  })

  test('a challenge that is refused takes nothing', async () => {
    const request = purchaseOf(await house.token('challenge'))
    const challenge = challengeOf(await house.processor.charge(request))
    await house.answerChallenge(challenge.url, 'refuse')
    const known = knownOf(request, challenge.processorCharge)
    expect(await house.processor.look(known)).toMatchObject({ state: 'declined', kind: 'soft' })
    expect(await house.takenFor(request.idempotencyKey)).toBe(0)
  })

  test('a challenge that is given up cannot be approved any more', async () => {
    const request = purchaseOf(await house.token('challenge'))
    const challenge = challengeOf(await house.processor.charge(request))
    const known = knownOf(request, challenge.processorCharge)
    expect(await house.processor.settle(known)).toEqual({ state: 'void' })
    await house.answerChallenge(challenge.url, 'approve').catch(() => undefined)
    expect(await house.takenFor(request.idempotencyKey)).toBe(0)
    expect(await house.processor.settle(known)).toEqual({ state: 'void' })
  })

  test.each(['silent', 'reset'] as const)(
    'an answer lost (%s) after the charge is found again',
    async (how) => {
      const request = purchaseOf(await house.unluckyToken(how))
      expect(await house.processor.charge(request)).toEqual({ state: 'unknown' })
      expect(await house.takenFor(request.idempotencyKey)).toBe(4999)
      expect(await house.processor.look(knownOf(request))).toMatchObject({ state: 'succeeded' })
      expect(await house.processor.settle(knownOf(request))).toMatchObject({ state: 'succeeded' })
      expect(await house.takenFor(request.idempotencyKey)).toBe(4999)
    },
  )

  test('a charge that never arrived is closed, and a late repeat cannot charge', async () => {
    const request = purchaseOf(await house.unluckyToken('lost'))
    expect(await house.processor.charge(request)).toEqual({ state: 'unknown' })
    expect(await house.processor.look(knownOf(request))).toEqual({ state: 'unknown' })
    expect(await house.processor.settle(knownOf(request))).toEqual({ state: 'void' })
    const late = await house.processor.charge(request)
    expect(late.state).not.toBe('succeeded')
    expect(await house.processor.settle(knownOf(request))).toEqual({ state: 'void' })
    expect(await house.takenFor(request.idempotencyKey)).toBe(0)
  })

  test('a charge that was never sent is closed just so', async () => {
    const request = purchaseOf(await house.token('approve'))
    expect(await house.processor.settle(knownOf(request))).toEqual({ state: 'void' })
    expect((await house.processor.charge(request)).state).not.toBe('succeeded')
    expect(await house.takenFor(request.idempotencyKey)).toBe(0)
  })

  test('the same key twice is one charge, one after the other and at once', async () => {
    const request = purchaseOf(await house.token('approve'))
    const answers = await Promise.all([1, 2, 3].map(() => house.processor.charge(request)))
    answers.push(await house.processor.charge(request))
    expect(new Set(answers.map((answer) => succeededCard(answer).processorCharge)).size).toBe(1)
    expect(await house.takenFor(request.idempotencyKey)).toBe(4999)
  })

  test('a stored request with its fields in another order is the same request', async () => {
    const request = purchaseOf(await house.token('approve'))
    const first = succeededCard(await house.processor.charge(request))
    const stored = { ...request, metadata: { attempt: '1', purpose: 'purchase' } }
    expect(succeededCard(await house.processor.charge(stored)).processorCharge).toBe(first.processorCharge)
  })

  test('the same key with another sum charges nothing more', async () => {
    const request = purchaseOf(await house.token('approve'))
    await house.processor.charge(request)
    expect(await house.processor.charge({ ...request, amountCents: 9999 })).toEqual({ state: 'unknown' })
    expect(await house.takenFor(request.idempotencyKey)).toBe(4999)
  })

  // A guest is known by another name once there is an account; the kept card stays the same.
  test('a kept card is charged again without the buyer, also one that asked at first', async () => {
    for (const card of ['approve', 'challenge'] as const) {
      const request = purchaseOf(await house.token(card))
      const first = await house.processor.charge(request)
      if (first.state === 'challenge') await house.answerChallenge(first.url, 'approve')
      const { card: kept } = succeededCard(await house.processor.look(knownOf(request)))
      const renewal = purchaseOf('', {
        source: { kind: 'saved', processorMethod: kept.processorMethod ?? '' },
        customer: {
          reference: 'account',
          email: 'june@example.com',
          processorCustomer: kept.processorCustomer,
        },
        offSession: true,
      })
      const outcome = succeededCard(await house.processor.charge(renewal))
      expect(outcome.card).toEqual(kept)
      expect(await house.takenFor(renewal.idempotencyKey)).toBe(4999)
    }
  })

  test("a kept card is not charged for somebody else's customer", async () => {
    const mine = succeededCard(await house.processor.charge(purchaseOf(await house.token('approve'))))
    const theirs = succeededCard(await house.processor.charge(purchaseOf(await house.token('approve'))))
    const mixed = purchaseOf('', {
      source: { kind: 'saved', processorMethod: mine.card.processorMethod ?? '' },
      customer: { reference: 'x', email: 'x@example.com', processorCustomer: theirs.card.processorCustomer },
      offSession: true,
    })
    expect((await house.processor.charge(mixed)).state).toBe('declined')
    expect(await house.takenFor(mixed.idempotencyKey)).toBe(0)
  })

  test('a card may pass once and be declined at the renewal', async () => {
    const request = purchaseOf(await house.token('renewal-no-funds'))
    const { card } = succeededCard(await house.processor.charge(request))
    const renewal = purchaseOf('', {
      source: { kind: 'saved', processorMethod: card.processorMethod ?? '' },
      customer: { ...request.customer, processorCustomer: card.processorCustomer },
      offSession: true,
    })
    expect(await house.processor.charge(renewal)).toMatchObject({ state: 'declined', kind: 'soft' })
    expect(await house.takenFor(renewal.idempotencyKey)).toBe(0)
  })

  test('a webhook is read when it was signed a moment ago by the processor, and never otherwise', async () => {
    const request = purchaseOf(await house.token('approve'))
    const { processorCharge } = succeededCard(await house.processor.charge(request))
    const { headers, rawBody } = await house.webhook(processorCharge)
    const event = house.processor.readWebhook(headers, rawBody)
    expect(event).toMatchObject({ idempotencyKey: request.idempotencyKey, processorCharge })
    expect(house.processor.readWebhook(headers, rawBody)).toEqual(event)
    expect(house.processor.readWebhook(house.sign(rawBody, 60), rawBody)).toEqual(event)
    expect(house.processor.readWebhook(house.sign(rawBody, 3_600), rawBody)).toBeNull()
    expect(house.processor.readWebhook(headers, `${rawBody} `)).toBeNull()
    expect(house.processor.readWebhook(house.sign(`${rawBody} `, 0), rawBody)).toBeNull()
    expect(house.processor.readWebhook({}, rawBody)).toBeNull()
  })
})
