import { expect, test } from 'vitest'
import { accountInTest, byCard, errorOf, returnUrl } from './account-in-test.ts'

test.each([
  [49, 'usd', 'amount_too_small'],
  [29, 'gbp', 'amount_too_small'],
  [0, 'usd', 'parameter_invalid_integer'],
  [100_000_000, 'usd', 'amount_too_large'],
])('%i %s is refused as an amount', async (amount, currency, code) => {
  const { stripe } = await accountInTest()
  expect(await errorOf(stripe.paymentIntents.create({ amount, currency }))).toMatchObject({
    statusCode: 400,
    code,
    param: 'amount',
  })
})

test('an intent passes through the documented states only', async () => {
  const { standIn, stripe } = await accountInTest()
  const { id } = await stripe.paymentIntents.create({ amount: 2000, currency: 'usd' })
  expect(await errorOf(stripe.paymentIntents.confirm(id, { return_url: returnUrl }))).toMatchObject({
    code: 'payment_intent_unexpected_state',
    payment_intent: { id },
  })
  expect(await stripe.paymentIntents.update(id, { amount: 2500, metadata: { order: '8' } })).toMatchObject({
    amount: 2500,
  })
  expect(
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa', return_url: returnUrl }),
  ).toMatchObject({ status: 'succeeded', amount_received: 2500 })
  for (const call of [
    stripe.paymentIntents.confirm(id),
    stripe.paymentIntents.cancel(id),
    stripe.paymentIntents.capture(id),
    stripe.paymentIntents.update(id, { amount: 1 }),
  ])
    expect(await errorOf(call)).toMatchObject({
      statusCode: 400,
      code: 'payment_intent_unexpected_state',
      payment_intent: { id, status: 'succeeded' },
    })
  const waiting = await stripe.paymentIntents.create({
    ...byCard,
    amount: 2000,
    payment_method: 'pm_card_authenticationRequired',
  })
  expect(await stripe.paymentIntents.cancel(waiting.id, { cancellation_reason: 'abandoned' })).toMatchObject({
    status: 'canceled',
    cancellation_reason: 'abandoned',
    next_action: null,
  })
  expect(() => standIn.buyer.authenticate(waiting.id)).toThrow('does not wait')
  expect(await errorOf(stripe.paymentIntents.confirm(waiting.id))).toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
})

test('a payment is authorized and captured', async () => {
  const { stripe } = await accountInTest()
  const held = await stripe.paymentIntents.create({
    ...byCard,
    amount: 2000,
    capture_method: 'manual',
    payment_method: 'pm_card_visa',
  })
  expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 2000, amount_received: 0 })
  expect(await errorOf(stripe.refunds.create({ payment_intent: held.id }))).toMatchObject({ statusCode: 400 })
  expect(await stripe.paymentIntents.capture(held.id, { amount_to_capture: 1500 })).toMatchObject({
    status: 'succeeded',
    amount_received: 1500,
    amount_capturable: 0,
  })
})

test('search finds objects by metadata, a minute later', async () => {
  const { stripe, pass } = await accountInTest()
  const { id } = await stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    metadata: { order: '9' },
  })
  const search = () =>
    stripe.paymentIntents.search({ query: "metadata['order']:'9' AND status:'requires_payment_method'" })
  expect((await search()).data).toEqual([])
  pass({ minutes: 1 })
  expect((await search()).data.map((one) => one.id)).toEqual([id])
})
