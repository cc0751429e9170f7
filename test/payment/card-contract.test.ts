import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { challengeOf, testProcessors, succeededCard } from './contract-processors.ts'
import { keepingOf, knownOf, purchaseOf, shopUrl, type TestProcessor } from './test-processor.ts'

describe.each(testProcessors)('how every processor saves a card without a charge: $name', ({ open }) => {
  let testProcessor: TestProcessor
  beforeAll(async () => {
    // Long enough for a busy machine, short enough to wait for the answers that never come.
    testProcessor = await open({ timeoutMs: 4_000 })
  })
  afterAll(() => testProcessor.stop())

  test('a card is saved without a charge, once, and can be charged without its owner present', async () => {
    const request = keepingOf(await testProcessor.token('approve'))
    const answers = await Promise.all([1, 2].map(() => testProcessor.processor.charge(request)))
    answers.push(
      await testProcessor.processor.charge(request),
      await testProcessor.processor.check(knownOf(request)),
    )
    const [first, ...others] = answers.map(succeededCard)
    for (const other of others) expect(other).toEqual(first)
    expect(first?.card).toMatchObject({ brand: 'visa', last4: '4242', ...testProcessor.cardExpiry })
    expect(first?.card.processorMethod).toMatch(/^pm_/)
    expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(0)
    const renewal = purchaseOf('', {
      source: { kind: 'saved', processorMethod: first?.card.processorMethod ?? '' },
      customer: { ...request.customer, processorCustomer: first?.card.processorCustomer ?? null },
      offSession: true,
    })
    expect(await testProcessor.processor.charge(renewal)).toMatchObject({ state: 'succeeded' })
    expect(await testProcessor.takenFor(renewal.idempotencyKey)).toBe(4999)
  })

  test('a second card is saved for the customer of the first', async () => {
    const first = succeededCard(
      await testProcessor.processor.charge(keepingOf(await testProcessor.token('approve'))),
    )
    const { processorCustomer } = first.card
    const customer = { reference: 'account', email: 'june@example.com', processorCustomer }
    const more = keepingOf(await testProcessor.token('approve'), { customer })
    const second = succeededCard(await testProcessor.processor.charge(more))
    expect(second.card.processorCustomer).toBe(processorCustomer)
    expect(second.card.processorMethod).not.toBe(first.card.processorMethod)
  })

  test.each([
    { card: 'no-funds', kind: 'soft', reason: 'insufficient_funds' },
    { card: 'stolen', kind: 'hard', reason: 'stolen_card' },
    { card: 'expired', kind: 'expired', reason: 'expired_card' },
  ] as const)('a $card card is not saved ($kind)', async ({ card, kind, reason }) => {
    const request = keepingOf(await testProcessor.token(card))
    expect(await testProcessor.processor.charge(request)).toMatchObject({ state: 'declined', kind, reason })
    expect(await testProcessor.processor.settle(knownOf(request))).toMatchObject({
      state: 'declined',
      kind,
      reason,
    })
  })

  test('an unknown or used token saves no card', async () => {
    const reason = 'card_token_invalid'
    const unknown = keepingOf('tok_that_never_was')
    expect(await testProcessor.processor.charge(unknown)).toMatchObject({ state: 'declined', reason })
    const token = await testProcessor.token('approve')
    expect(await testProcessor.processor.charge(purchaseOf(token))).toMatchObject({ state: 'succeeded' })
    expect(await testProcessor.processor.charge(keepingOf(token))).toMatchObject({
      state: 'declined',
      reason,
    })
  })

  test.each(['approve', 'refuse'] as const)(
    'the bank confirms before a card is saved: %s',
    async (answer) => {
      const request = keepingOf(await testProcessor.token('challenge'))
      const challenge = challengeOf(await testProcessor.processor.charge(request))
      const known = knownOf(request, challenge.processorCharge)
      expect(await testProcessor.processor.check(known)).toEqual(challenge)
      const back = await testProcessor.answerChallenge(challenge, answer)
      expect(back.startsWith(`${shopUrl}/checkout/return`)).toBe(true)
      const outcome = await testProcessor.processor.check(known)
      if (answer === 'approve') expect(succeededCard(outcome).card.processorMethod).toMatch(/^pm_/)
      else expect(outcome).toMatchObject({ state: 'declined', kind: 'soft' })
      expect(await testProcessor.takenFor(request.idempotencyKey)).toBe(0)
    },
  )

  test('the bank confirmation of an abandoned card cannot be approved any more', async () => {
    const request = keepingOf(await testProcessor.token('challenge'))
    const challenge = challengeOf(await testProcessor.processor.charge(request))
    const known = knownOf(request, challenge.processorCharge)
    expect(await testProcessor.processor.settle(known)).toEqual({ state: 'void' })
    await testProcessor.answerChallenge(challenge, 'approve').catch(() => undefined)
    expect(await testProcessor.processor.settle(known)).toEqual({ state: 'void' })
  })

  test.each(['silent', 'reset'] as const)(
    'a saved card whose answer is lost (%s) is found again',
    async (how) => {
      const request = keepingOf(await testProcessor.unluckyToken(how))
      expect(await testProcessor.processor.charge(request)).toEqual({ state: 'unknown' })
      expect(await testProcessor.processor.settle(knownOf(request))).toMatchObject({ state: 'succeeded' })
    },
  )

  test('a card request that never arrived is closed, and a late repeat does not save the card', async () => {
    const request = keepingOf(await testProcessor.unluckyToken('lost'))
    expect(await testProcessor.processor.charge(request)).toEqual({ state: 'unknown' })
    expect(await testProcessor.processor.settle(knownOf(request))).toEqual({ state: 'void' })
    expect((await testProcessor.processor.charge(request)).state).not.toBe('succeeded')
  })
})
