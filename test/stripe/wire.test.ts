import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { accountInTest, errorOf, secretKey } from './account-in-test.ts'
import { stripeApiVersion } from './api-version.ts'

const post = (stripe: Stripe, path: string, params: Record<string, unknown>) =>
  stripe.rawRequest('POST', path, params)

test('a key of another account is refused', async () => {
  const { standIn } = await accountInTest()
  const { host, port } = standIn
  const stranger = new Stripe('sk_test_other', { host, port, protocol: 'http', telemetry: false })
  const error = await errorOf(stranger.customers.create({}))
  expect(error).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
})

test('another version of the API is refused', async () => {
  const { standIn } = await accountInTest()
  const ask = async (version: string) => {
    const response = await fetch(`${standIn.url}/v1/events`, {
      headers: { authorization: `Bearer ${secretKey}`, 'stripe-version': version },
    })
    return response.status
  }
  expect([await ask(stripeApiVersion), await ask('2024-06-20')]).toEqual([200, 400])
})

test('a body that is not form-encoded is refused', async () => {
  const { standIn } = await accountInTest()
  const response = await fetch(`${standIn.url}/v1/customers`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secretKey}`,
      'stripe-version': stripeApiVersion,
      'content-type': 'application/json',
    },
    body: '{}',
  })
  expect(response.status).toBe(400)
})

test.each([
  [
    'one that no version of this API has',
    { amount: 500, currency: 'usd', payment_method_types: ['card'] },
    'payment_method_types',
    'parameter_unknown',
  ],
  [
    'one inside a hash',
    { amount: 500, currency: 'usd', automatic_payment_methods: { enabled: true, redirects: 'never' } },
    'automatic_payment_methods[redirects]',
    'parameter_unknown',
  ],
  ['a required one that is missing', { currency: 'usd' }, 'amount', 'parameter_missing'],
  ['a number that is none', { amount: '5.00', currency: 'usd' }, 'amount', 'parameter_invalid_integer'],
  [
    'a value that the list does not have',
    { amount: 500, currency: 'usd', capture_method: 'later' },
    'capture_method',
    undefined,
  ],
  ['a boolean that is none', { amount: 500, currency: 'usd', confirm: 'yes' }, 'confirm', undefined],
  [
    'an empty string that unsets nothing',
    { amount: 500, currency: 'usd', customer: '' },
    'customer',
    'parameter_invalid_empty',
  ],
  [
    'a text where a hash belongs',
    { amount: 500, currency: 'usd', automatic_payment_methods: 'on' },
    'automatic_payment_methods',
    undefined,
  ],
])('a wrong parameter is refused by name: %s', async (_, params, param, code) => {
  const { stripe } = await accountInTest()
  const error = await errorOf(post(stripe, '/v1/payment_intents', params))
  expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, param, code })
})

test('metadata beyond Stripe’s limits are refused', async () => {
  const { stripe } = await accountInTest()
  const error = await errorOf(stripe.customers.create({ metadata: { note: 'x'.repeat(501) } }))
  expect(error).toMatchObject({ statusCode: 400, param: 'metadata[note]' })
})

test('a feature that the stand-in does not model is not reported as a Stripe error', async () => {
  const { stripe } = await accountInTest()
  const error = await errorOf(
    post(stripe, '/v1/payment_intents', {
      amount: 500,
      currency: 'usd',
      transfer_data: { destination: 'acct_1' },
    }),
  )
  expect(error).toMatchObject({
    statusCode: 501,
    message: 'The stand-in does not model the parameter transfer_data.',
  })
  expect(await errorOf(stripe.balance.retrieve())).toMatchObject({ statusCode: 501 })
})

test('an unknown path and an unknown id are refused', async () => {
  const { stripe } = await accountInTest()
  expect(await errorOf(stripe.rawRequest('GET', '/v1/teapots'))).toMatchObject({
    statusCode: 404,
    code: undefined,
  })
  expect(await errorOf(stripe.paymentIntents.retrieve('pi_none'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    param: 'intent',
  })
  expect(await errorOf(stripe.refunds.create({ payment_intent: 'pi_none' }))).toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
    param: 'payment_intent',
  })
})

test('every reply has its request id and version', async () => {
  const { stripe } = await accountInTest()
  const { lastResponse } = await stripe.customers.create({}, { idempotencyKey: 'one' })
  expect(lastResponse).toMatchObject({
    requestId: expect.stringMatching(/^req_/),
    apiVersion: stripeApiVersion,
    idempotencyKey: 'one',
  })
})

test('a list is newest first and paged', async () => {
  const { stripe } = await accountInTest()
  for (let count = 0; count < 5; count += 1)
    await stripe.paymentIntents.create({ amount: 100 + count, currency: 'usd' })
  const amounts: number[] = []
  for await (const intent of stripe.paymentIntents.list({ limit: 2 })) amounts.push(intent.amount)
  expect(amounts).toEqual([104, 103, 102, 101, 100])
  const first = await stripe.paymentIntents.list({ limit: 2 })
  expect(first.has_more).toBe(true)
  const third = await stripe.paymentIntents.list({ limit: 1, starting_after: first.data[1]?.id })
  const before = await stripe.paymentIntents.list({ ending_before: third.data[0]?.id })
  expect(before.data.map((one) => one.amount)).toEqual([104, 103])
  expect(await errorOf(stripe.paymentIntents.list({ limit: 101 }))).toMatchObject({
    statusCode: 400,
    param: 'limit',
  })
  expect(await errorOf(stripe.paymentIntents.list({ starting_after: 'pi_none' }))).toMatchObject({
    code: 'resource_missing',
  })
})

test('objects are expanded on request, and only expandable ones', async () => {
  const { stripe } = await accountInTest()
  const { id } = await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    capture_method: 'automatic',
    confirm: true,
    payment_method: 'pm_card_visa',
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  })
  const plain = await stripe.paymentIntents.retrieve(id)
  expect(plain.latest_charge).toMatch(/^ch_/)
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(id, {
    expand: ['latest_charge.balance_transaction', 'payment_method'],
  })
  expect(charge).toMatchObject({
    object: 'charge',
    balance_transaction: { object: 'balance_transaction', amount: 1000, fee: 59, net: 941 },
  })
  const list = await stripe.paymentIntents.list({ expand: ['data.latest_charge'] })
  expect(list.data[0]?.latest_charge).toMatchObject({ object: 'charge' })
  expect(await errorOf(stripe.paymentIntents.retrieve(id, { expand: ['charges'] }))).toMatchObject({
    statusCode: 400,
    param: 'expand',
  })
  expect(await errorOf(stripe.paymentIntents.list({ expand: ['latest_charge'] }))).toMatchObject({
    statusCode: 400,
    param: 'expand',
  })
})
