import { expect, test } from 'vitest'
import { accountInTest, customerWithCard, errorOf, idOf, returnUrl } from './account-in-test.ts'

test('a setup with a ConfirmationToken saves the card', async () => {
  const { standIn, stripe } = await accountInTest()
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com', name: 'Ada' })
  const confirmation_token = standIn.confirmationToken({
    card: 'pm_card_visa',
    returnUrl,
    setupFutureUsage: 'off_session',
  })
  const setup = await stripe.setupIntents.create({
    customer,
    confirm: true,
    confirmation_token,
    usage: 'off_session',
  })
  expect(setup).toMatchObject({ status: 'succeeded', usage: 'off_session', last_setup_error: null })
  const { data } = await stripe.paymentMethods.list({ customer, type: 'card' })
  expect(data).toMatchObject([{ id: setup.payment_method, customer, card: { brand: 'visa', last4: '4242' } }])
  expect(standIn.events().map((event) => event.type)).toEqual([
    'customer.created',
    'setup_intent.created',
    'payment_method.attached',
    'setup_intent.succeeded',
  ])
  expect(await stripe.confirmationTokens.retrieve(confirmation_token)).toMatchObject({
    setup_intent: setup.id,
    payment_intent: null,
  })
})

test('a saved card is charged without the buyer present', async () => {
  const { standIn, stripe } = await accountInTest()
  const { id: customer } = await stripe.customers.create({})
  const pay = (payment_method: string) =>
    stripe.paymentIntents.create({
      amount: 900,
      currency: 'usd',
      customer,
      payment_method,
      confirm: true,
      off_session: true,
    })
  const { id: never } = await stripe.paymentMethods.attach('pm_card_authenticationRequiredOnSetup', {
    customer,
  })
  expect(await errorOf(pay(never))).toMatchObject({ code: 'authentication_required' })
  const setup = await stripe.setupIntents.create({ customer })
  const waiting = await stripe.setupIntents.confirm(setup.id, {
    payment_method: 'pm_card_authenticationRequiredOnSetup',
    return_url: returnUrl,
  })
  expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } })
  standIn.buyer.authenticate(setup.id)
  const done = await stripe.setupIntents.retrieve(setup.id)
  expect(done.status).toBe('succeeded')
  expect(await pay(idOf(done.payment_method))).toMatchObject({ status: 'succeeded' })
})

test('a setup fails at the card or at the bank, and is confirmed again', async () => {
  const { standIn, stripe } = await accountInTest()
  const { id: customer } = await stripe.customers.create({})
  const confirm = (id: string, card: string) =>
    stripe.setupIntents.confirm(id, { payment_method: card, return_url: returnUrl, use_stripe_sdk: true })
  const { id } = await stripe.setupIntents.create({
    customer,
    payment_method: 'pm_card_authenticationRequired',
  })
  expect(
    await stripe.setupIntents.confirm(id, { return_url: returnUrl, use_stripe_sdk: true }),
  ).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
  standIn.buyer.failAuthentication(id)
  expect(await stripe.setupIntents.retrieve(id)).toMatchObject({
    status: 'requires_payment_method',
    last_setup_error: { code: 'setup_intent_authentication_failure' },
  })
  const declined = await errorOf(confirm(id, 'pm_card_visa_chargeDeclined'))
  expect(declined).toMatchObject({
    statusCode: 402,
    code: 'card_declined',
    setup_intent: { id, status: 'requires_payment_method' },
  })
  expect(await confirm(id, 'pm_card_visa')).toMatchObject({ status: 'succeeded' })
  expect(await errorOf(confirm(id, 'pm_card_visa'))).toMatchObject({ code: 'setup_intent_unexpected_state' })
  expect(await errorOf(stripe.setupIntents.cancel(id))).toMatchObject({
    code: 'setup_intent_unexpected_state',
  })
})

test('a setup is canceled, listed, and refused without a return URL', async () => {
  const { stripe } = await accountInTest()
  const { id: customer } = await stripe.customers.create({})
  const { id } = await stripe.setupIntents.create({ customer })
  expect(await stripe.setupIntents.cancel(id, { cancellation_reason: 'abandoned' })).toMatchObject({
    status: 'canceled',
  })
  expect(
    await errorOf(stripe.setupIntents.create({ customer, confirm: true, payment_method: 'pm_card_visa' })),
  ).toMatchObject({ param: 'return_url' })
  const { data } = await stripe.setupIntents.list({ customer })
  expect(data.map((one) => one.id)).toEqual([id])
})

test('a declined card cannot be attached, except the one that is declined later', async () => {
  const { stripe } = await accountInTest()
  const { id: customer } = await stripe.customers.create({})
  expect(
    await errorOf(stripe.paymentMethods.attach('pm_card_chargeDeclinedExpiredCard', { customer })),
  ).toMatchObject({ statusCode: 402, code: 'expired_card' })
  const { id } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
  const charge = stripe.paymentIntents.create({
    amount: 900,
    currency: 'usd',
    customer,
    payment_method: id,
    confirm: true,
    off_session: true,
  })
  expect(await errorOf(charge)).toMatchObject({ code: 'card_declined' })
})

test('a detached card cannot be used again', async () => {
  const { stripe } = await accountInTest()
  const { customer, method } = await customerWithCard(stripe, 'pm_card_visa')
  expect(await stripe.paymentMethods.detach(method)).toMatchObject({ id: method, customer: null })
  expect(await errorOf(stripe.paymentMethods.detach(method))).toMatchObject({ statusCode: 400 })
  expect(await errorOf(stripe.paymentMethods.attach(method, { customer }))).toMatchObject({
    statusCode: 400,
    message: expect.stringContaining('may not be used again'),
  })
  expect(await stripe.paymentMethods.retrieve(method)).toMatchObject({ customer: null })
})

test('a card belongs to one customer', async () => {
  const { stripe } = await accountInTest()
  const { method } = await customerWithCard(stripe, 'pm_card_visa')
  const { id: other } = await stripe.customers.create({})
  expect(await errorOf(stripe.paymentMethods.attach(method, { customer: other }))).toMatchObject({
    statusCode: 400,
  })
  expect(
    await errorOf(stripe.customers.update(other, { invoice_settings: { default_payment_method: method } })),
  ).toMatchObject({ code: 'resource_missing' })
})

test('a customer is updated, and deleted with the cards', async () => {
  const { standIn, stripe } = await accountInTest()
  const { customer, method } = await customerWithCard(stripe, 'pm_card_visa')
  const changed = await stripe.customers.update(customer, {
    name: 'Ada',
    email: 'ada@example.org',
    metadata: { account: '1' },
    invoice_settings: { default_payment_method: method },
  })
  expect(changed).toMatchObject({
    name: 'Ada',
    email: 'ada@example.org',
    metadata: { account: '1' },
    invoice_settings: { default_payment_method: method },
  })
  expect((await stripe.customers.update(customer, { metadata: { account: '' } })).metadata).toEqual({})
  expect(await errorOf(stripe.customers.update(customer, { email: 'nobody' }))).toMatchObject({
    code: 'email_invalid',
  })
  expect(await stripe.customers.del(customer)).toEqual({ id: customer, object: 'customer', deleted: true })
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
  expect(
    await errorOf(stripe.paymentIntents.create({ amount: 900, currency: 'usd', customer })),
  ).toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'customer' })
  expect(await errorOf(stripe.customers.update(customer, {}))).toMatchObject({ statusCode: 404 })
  expect(standIn.events().map((event) => event.type)).toEqual([
    'customer.created',
    'payment_method.attached',
    'customer.updated',
    'customer.updated',
    'payment_method.detached',
    'customer.deleted',
  ])
})

test('the bank updates a card by itself', async () => {
  const { standIn, stripe } = await accountInTest()
  const { method } = await customerWithCard(stripe, 'pm_card_visa')
  standIn.dashboard.updateCard(method, { last4: '1881', exp_month: 3, exp_year: 2038 })
  expect(await stripe.paymentMethods.retrieve(method)).toMatchObject({
    card: { last4: '1881', exp_month: 3, exp_year: 2038 },
  })
  expect(standIn.events().at(-1)).toMatchObject({
    type: 'payment_method.automatically_updated',
    data: { object: { id: method }, previous_attributes: { card: { last4: '4242' } } },
  })
})

test('the shop’s domain is registered for wallets', async () => {
  const { stripe } = await accountInTest()
  const domain = await stripe.paymentMethodDomains.create({ domain_name: 'shop.example' })
  expect(await stripe.paymentMethodDomains.validate(domain.id)).toMatchObject({
    apple_pay: { status: 'active' },
    google_pay: { status: 'active' },
  })
  expect((await stripe.paymentMethodDomains.list({ domain_name: 'shop.example' })).data).toHaveLength(1)
  expect(
    await errorOf(stripe.paymentMethodDomains.create({ domain_name: 'https://shop.example' })),
  ).toMatchObject({ param: 'domain_name' })
})
