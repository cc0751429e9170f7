import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { challengeOf, houses, succeededCard } from './contract-houses.ts'
import { keepingOf, knownOf, purchaseOf, shopUrl, type ProcessorHouse } from './processor-house.ts'

describe.each(houses)('how every processor keeps a card without a charge: $name', ({ open }) => {
  let house: ProcessorHouse
  beforeAll(async () => {
    // Long enough for a busy machine, short enough to wait for the answers that never come.
    house = await open({ timeoutMs: 4_000 })
  })
  afterAll(() => house.stop())

  test('a card is kept without a charge, once, and can be charged without its owner', async () => {
    const request = keepingOf(await house.token('approve'))
    const answers = await Promise.all([1, 2].map(() => house.processor.charge(request)))
    answers.push(await house.processor.charge(request), await house.processor.look(knownOf(request)))
    const [first, ...others] = answers.map(succeededCard)
    for (const other of others) expect(other).toEqual(first)
    expect(first?.card).toMatchObject({ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2032 })
    expect(first?.card.processorMethod).toMatch(/^pm_/)
    expect(await house.takenFor(request.idempotencyKey)).toBe(0)
    const renewal = purchaseOf('', {
      source: { kind: 'saved', processorMethod: first?.card.processorMethod ?? '' },
      customer: { ...request.customer, processorCustomer: first?.card.processorCustomer ?? null },
      offSession: true,
    })
    expect(await house.processor.charge(renewal)).toMatchObject({ state: 'succeeded' })
    expect(await house.takenFor(renewal.idempotencyKey)).toBe(4999)
  })

  test('a second card is kept for the customer of the first', async () => {
    const first = succeededCard(await house.processor.charge(keepingOf(await house.token('approve'))))
    const { processorCustomer } = first.card
    const customer = { reference: 'account', email: 'june@example.com', processorCustomer }
    const more = keepingOf(await house.token('approve'), { customer })
    const second = succeededCard(await house.processor.charge(more))
    expect(second.card.processorCustomer).toBe(processorCustomer)
    expect(second.card.processorMethod).not.toBe(first.card.processorMethod)
  })

  test.each([
    { card: 'no-funds', kind: 'soft', reason: 'insufficient_funds' },
    { card: 'stolen', kind: 'hard', reason: 'stolen_card' },
    { card: 'expired', kind: 'expired', reason: 'expired_card' },
  ] as const)('a $card card is not kept ($kind)', async ({ card, kind, reason }) => {
    const request = keepingOf(await house.token(card))
    expect(await house.processor.charge(request)).toMatchObject({ state: 'declined', kind, reason })
    expect(await house.processor.settle(knownOf(request))).toMatchObject({ state: 'declined', kind, reason })
  })

  test('a token that is unknown or used keeps nothing', async () => {
    const reason = 'card_token_invalid'
    const unknown = keepingOf('tok_that_never_was')
    expect(await house.processor.charge(unknown)).toMatchObject({ state: 'declined', reason })
    const token = await house.token('approve')
    expect(await house.processor.charge(purchaseOf(token))).toMatchObject({ state: 'succeeded' })
    expect(await house.processor.charge(keepingOf(token))).toMatchObject({ state: 'declined', reason })
  })

  test.each(['approve', 'refuse'] as const)('the bank asks before a card is kept: %s', async (answer) => {
    const request = keepingOf(await house.token('challenge'))
    const challenge = challengeOf(await house.processor.charge(request))
    const known = knownOf(request, challenge.processorCharge)
    expect(await house.processor.look(known)).toEqual(challenge)
    const back = await house.answerChallenge(challenge.url, answer)
    expect(back.startsWith(`${shopUrl}/checkout/return`)).toBe(true)
    const outcome = await house.processor.look(known)
    if (answer === 'approve') expect(succeededCard(outcome).card.processorMethod).toMatch(/^pm_/)
    else expect(outcome).toMatchObject({ state: 'declined', kind: 'soft' })
    expect(await house.takenFor(request.idempotencyKey)).toBe(0)
  })

  test("the bank's question about a card that is given up cannot be approved any more", async () => {
    const request = keepingOf(await house.token('challenge'))
    const challenge = challengeOf(await house.processor.charge(request))
    const known = knownOf(request, challenge.processorCharge)
    expect(await house.processor.settle(known)).toEqual({ state: 'void' })
    await house.answerChallenge(challenge.url, 'approve').catch(() => undefined)
    expect(await house.processor.settle(known)).toEqual({ state: 'void' })
  })

  test.each(['silent', 'reset'] as const)(
    'a kept card whose answer is lost (%s) is found again',
    async (how) => {
      const request = keepingOf(await house.unluckyToken(how))
      expect(await house.processor.charge(request)).toEqual({ state: 'unknown' })
      expect(await house.processor.settle(knownOf(request))).toMatchObject({ state: 'succeeded' })
    },
  )

  test('a card that never arrived is given up, and a late repeat does not keep it', async () => {
    const request = keepingOf(await house.unluckyToken('lost'))
    expect(await house.processor.charge(request)).toEqual({ state: 'unknown' })
    expect(await house.processor.settle(knownOf(request))).toEqual({ state: 'void' })
    expect((await house.processor.charge(request)).state).not.toBe('succeeded')
  })
})
