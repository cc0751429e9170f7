import { afterAll, beforeAll, expect, test } from 'vitest'
import { succeededCard } from './contract-processors.ts'
import { purchaseOf } from './test-processor.ts'
import { openStripeTestProcessor } from './stripe-test-processor.ts'

let testProcessor: Awaited<ReturnType<typeof openStripeTestProcessor>>
beforeAll(async () => {
  testProcessor = await openStripeTestProcessor({ timeoutMs: 4_000 })
})
afterAll(() => testProcessor.stop())

const link = { brand: 'link', last4: '', expMonth: 12, expYear: 9_999 }

const payByLink = async (amountCents: number) => {
  const { processor, standIn } = testProcessor
  const token = standIn.confirmationToken({ card: 'pm_link', billing: { email: 'ada@example.com' } })
  const first = purchaseOf('', { source: { kind: 'token', token, save: true }, amountCents })
  const { card } = succeededCard(await processor.charge(first))
  return { first, card }
}

test.each([4_999, 0])(
  'Link is saved without a number and a month (%i cents), and charged without the buyer present',
  async (cents) => {
    const { processor } = testProcessor
    const { first, card } = await payByLink(cents)
    expect(card).toMatchObject({ ...link, processorMethod: expect.any(String) })
    const processorMethod = card.processorMethod ?? ''
    expect(await processor.readCard(processorMethod)).toEqual(link)
    const customer = { ...first.customer, processorCustomer: card.processorCustomer }
    const renewal = purchaseOf('', { source: { kind: 'saved', processorMethod }, customer, offSession: true })
    expect(succeededCard(await processor.charge(renewal)).card).toMatchObject(link)
    expect(await testProcessor.takenFor(renewal.idempotencyKey)).toBe(4_999)
  },
)

test('a Link payment is refunded like a card payment', async () => {
  const { processor, standIn } = testProcessor
  const token = standIn.confirmationToken({ card: 'pm_link' })
  const outcome = await processor.charge(purchaseOf('', { source: { kind: 'token', token, save: false } }))
  if (outcome.state !== 'succeeded') throw new Error(outcome.state)
  const refund = {
    idempotencyKey: 'refund-of-link',
    processorCharge: outcome.processorCharge,
    processorRefund: null,
    amountCents: 4_999,
    currency: 'USD',
    requestedAt: Temporal.Now.instant(),
  } as const
  expect(await processor.refund(refund)).toMatchObject({ state: 'refunded' })
})

test('a bank account behind Link is shown as Link, without its number', async () => {
  const { cardDetailsOf } = await import('#payment/processor/server/stripe-outcome.ts')
  const { stripe } = testProcessor
  const { card: face } = await payByLink(4_999)
  const method = await stripe.paymentMethods.retrieve(face.processorMethod ?? '')
  expect(cardDetailsOf(method)).toEqual(link)
  const visa = await stripe.paymentMethods.attach('pm_card_visa', { customer: face.processorCustomer ?? '' })
  if (!visa.card) throw new Error('no card')
  expect(cardDetailsOf({ type: 'card', card: { ...visa.card, brand: 'link', last4: '0000' } })).toEqual(link)
  expect(cardDetailsOf(visa)).toMatchObject({ brand: 'visa', last4: '4242' })
})

test('where an intent allows cards only, Stripe refuses Link', async () => {
  const { stripe, standIn } = testProcessor
  const intent = await stripe.paymentIntents.create({
    amount: 4_999,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
  })
  await expect(
    stripe.paymentIntents.confirm(intent.id, {
      confirmation_token: standIn.confirmationToken({ card: 'pm_link', returnUrl: 'https://shop.example' }),
    }),
  ).rejects.toThrow('The PaymentMethod provided (link) is not allowed')
})
