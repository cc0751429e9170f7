import { expect, test } from 'vitest'
import { accountInTest, byCard, customerWithCard, errorOf, idOf, returnUrl } from './account-in-test.ts'

test('a payment with a ConfirmationToken succeeds, and its balance transaction follows', async () => {
  const { standIn, stripe } = await accountInTest()
  const token = standIn.confirmationToken({ card: 'pm_card_visa', returnUrl })
  const intent = await stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    confirm: true,
    confirmation_token: token,
    metadata: { order: '7' },
    expand: ['latest_charge'],
  })
  expect(intent).toMatchObject({
    status: 'succeeded',
    amount_received: 2000,
    metadata: { order: '7' },
    next_action: null,
  })
  expect(intent.latest_charge).toMatchObject({
    paid: true,
    captured: true,
    balance_transaction: null,
    outcome: { type: 'authorized' },
    payment_method_details: { card: { last4: '4242' } },
  })
  standIn.catchUp()
  const charge = await stripe.paymentIntents.retrieve(intent.id, {
    expand: ['latest_charge.balance_transaction'],
  })
  expect(charge.latest_charge).toMatchObject({ balance_transaction: { amount: 2000, fee: 88, net: 1912 } })
  expect(standIn.events().map((event) => event.type)).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'charge.updated',
  ])
  expect(await stripe.confirmationTokens.retrieve(token)).toMatchObject({
    payment_intent: intent.id,
    use_stripe_sdk: true,
  })
})

test('a ConfirmationToken works once, within twelve hours', async () => {
  const { standIn, stripe, pass } = await accountInTest()
  const used = standIn.confirmationToken({ card: 'pm_card_visa', returnUrl })
  const old = await stripe.testHelpers.confirmationTokens.create({
    payment_method: 'pm_card_visa',
    return_url: returnUrl,
  })
  const pay = (token: string) =>
    stripe.paymentIntents.create({ amount: 2000, currency: 'usd', confirm: true, confirmation_token: token })
  await pay(used)
  expect(await errorOf(pay(used))).toMatchObject({ statusCode: 400, param: 'confirmation_token' })
  pass({ hours: 12 })
  expect(await errorOf(pay(old.id))).toMatchObject({ statusCode: 400, param: 'confirmation_token' })
})

test('payment methods of the dashboard need a return URL', async () => {
  const { stripe } = await accountInTest()
  const error = await errorOf(
    stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
    }),
  )
  expect(error).toMatchObject({ statusCode: 400, param: 'return_url' })
  expect((await stripe.paymentIntents.list()).data).toEqual([])
})

test.each([
  ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['pm_card_visa_chargeDeclinedLostCard', 'card_declined', 'lost_card'],
  ['pm_card_visa_chargeDeclinedStolenCard', 'card_declined', 'stolen_card'],
  ['pm_card_visa_chargeDeclinedVelocityLimitExceeded', 'card_declined', 'card_velocity_exceeded'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc'],
  ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error'],
  ['pm_card_radarBlock', 'card_declined', 'fraudulent'],
])('%s is declined', async (card, code, declineCode) => {
  const { standIn, stripe } = await accountInTest()
  const error = await errorOf(stripe.paymentIntents.create({ ...byCard, amount: 2000, payment_method: card }))
  expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code, decline_code: declineCode })
  const intent = await stripe.paymentIntents.retrieve(error.payment_intent?.id ?? '', {
    expand: ['latest_charge'],
  })
  expect(intent).toMatchObject({
    status: 'requires_payment_method',
    payment_method: null,
    amount_received: 0,
    last_payment_error: { type: 'card_error', code, decline_code: declineCode },
  })
  expect(intent.latest_charge).toMatchObject({
    id: error.charge,
    paid: false,
    status: 'failed',
    failure_code: code,
  })
  expect(standIn.events().map((event) => event.type)).toEqual([
    'payment_intent.created',
    'charge.failed',
    'payment_intent.payment_failed',
  ])
})

test('a declined intent accepts another card', async () => {
  const { stripe } = await accountInTest()
  const error = await errorOf(
    stripe.paymentIntents.create({ ...byCard, amount: 2000, payment_method: 'pm_card_visa_chargeDeclined' }),
  )
  const intent = await stripe.paymentIntents.confirm(error.payment_intent?.id ?? '', {
    payment_method: 'pm_card_visa',
  })
  expect(intent).toMatchObject({ status: 'succeeded', last_payment_error: null })
})

test('a bank confirmation goes through Stripe.js unless the caller returns by a URL', async () => {
  const { standIn, stripe } = await accountInTest()
  const token = standIn.confirmationToken({ card: 'pm_card_authenticationRequired', returnUrl })
  const bySdk = await stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    confirm: true,
    confirmation_token: token,
  })
  expect(bySdk).toMatchObject({
    status: 'requires_action',
    next_action: { type: 'use_stripe_sdk' },
    latest_charge: null,
  })
  const byUrl = await stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_authenticationRequired',
    return_url: returnUrl,
  })
  expect(byUrl.next_action).toMatchObject({
    type: 'redirect_to_url',
    redirect_to_url: { return_url: returnUrl },
  })
  standIn.buyer.authenticate(bySdk.id)
  standIn.buyer.failAuthentication(byUrl.id)
  expect(await stripe.paymentIntents.retrieve(bySdk.id, { expand: ['latest_charge'] })).toMatchObject({
    status: 'succeeded',
    next_action: null,
    latest_charge: { payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } } },
  })
  expect(await stripe.paymentIntents.retrieve(byUrl.id)).toMatchObject({
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: null,
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  })
  expect(() => standIn.buyer.authenticate(bySdk.id)).toThrow('does not wait')
})

test('a card can be declined after the bank confirmation', async () => {
  const { standIn, stripe } = await accountInTest()
  const { id } = await stripe.paymentIntents.create({
    ...byCard,
    amount: 2000,
    payment_method: 'pm_card_threeDSecureRequiredChargeDeclined',
  })
  standIn.buyer.authenticate(id)
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { decline_code: 'generic_decline' },
  })
})

test('a bank confirmation can be requested, and an action can be refused', async () => {
  const { stripe } = await accountInTest()
  const card = 'pm_card_threeDSecureOptional'
  expect(await stripe.paymentIntents.create({ ...byCard, amount: 2000, payment_method: card })).toMatchObject(
    { status: 'succeeded' },
  )
  const requested = {
    ...byCard,
    amount: 2000,
    payment_method: card,
    payment_method_options: { card: { request_three_d_secure: 'any' } },
  }
  expect(await stripe.paymentIntents.create(requested)).toMatchObject({ status: 'requires_action' })
  const error = await errorOf(stripe.paymentIntents.create({ ...requested, error_on_requires_action: true }))
  expect(error).toMatchObject({
    statusCode: 402,
    code: 'authentication_required',
    payment_intent: { status: 'requires_payment_method' },
  })
})

test('an off-session payment that needs the buyer fails, and can be completed with the buyer', async () => {
  const { standIn, stripe } = await accountInTest()
  const { customer, method } = await customerWithCard(stripe, 'pm_card_authenticationRequired')
  const error = await errorOf(
    stripe.paymentIntents.create({
      amount: 2000,
      currency: 'usd',
      customer,
      payment_method: method,
      confirm: true,
      off_session: true,
    }),
  )
  expect(error).toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code: 'authentication_required',
    decline_code: 'authentication_required',
    payment_method: { id: method },
  })
  expect(error.payment_intent).toMatchObject({
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: { code: 'authentication_required', payment_method: { id: method } },
  })
  const intent = await stripe.paymentIntents.confirm(error.payment_intent?.id ?? '', {
    payment_method: method,
    return_url: returnUrl,
    use_stripe_sdk: true,
  })
  expect(intent.next_action?.type).toBe('use_stripe_sdk')
  standIn.buyer.authenticate(intent.id)
  expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' })
})

test('an off-session payment needs a card of the customer', async () => {
  const { stripe } = await accountInTest()
  const { customer, method } = await customerWithCard(stripe, 'pm_card_visa')
  const { customer: other } = await customerWithCard(stripe, 'pm_card_visa')
  const offSession = { amount: 2000, currency: 'usd', confirm: true, off_session: true }
  expect(
    await stripe.paymentIntents.create({ ...offSession, customer, payment_method: method }),
  ).toMatchObject({ status: 'succeeded' })
  expect(
    await errorOf(stripe.paymentIntents.create({ ...offSession, customer, payment_method: 'pm_card_visa' })),
  ).toMatchObject({ statusCode: 400, param: 'off_session' })
  expect(
    await errorOf(stripe.paymentIntents.create({ ...offSession, payment_method: method })),
  ).toMatchObject({ statusCode: 400, param: 'payment_method' })
  expect(
    await errorOf(stripe.paymentIntents.create({ ...offSession, customer: other, payment_method: method })),
  ).toMatchObject({ statusCode: 400, code: 'resource_missing' })
  expect(
    await errorOf(stripe.paymentIntents.create({ amount: 2000, currency: 'usd', off_session: true })),
  ).toMatchObject({ statusCode: 400, param: 'off_session' })
})

test('a card used once is saved or cannot be used again', async () => {
  const { stripe } = await accountInTest()
  const { id: customer } = await stripe.customers.create({})
  const saving = await stripe.paymentIntents.create({
    ...byCard,
    amount: 2000,
    customer,
    payment_method: 'pm_card_visa',
    setup_future_usage: 'off_session',
  })
  const { data } = await stripe.customers.listPaymentMethods(customer)
  expect(data.map((one) => one.id)).toEqual([saving.payment_method])
  const { payment_method: spent } = await stripe.paymentIntents.create({
    ...byCard,
    amount: 2000,
    payment_method: 'pm_card_visa',
  })
  const again = stripe.paymentIntents.create({ ...byCard, amount: 2000, payment_method: idOf(spent) })
  expect(await errorOf(again)).toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('may not be used again'),
  })
})
