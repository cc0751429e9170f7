import { expect, test } from 'vitest'
import { accountInTest, errorOf } from './account-in-test.ts'

const order = { amount: 2000, currency: 'usd' }

test('a repeated key returns the same reply for a day', async () => {
  const { stripe, pass } = await accountInTest()
  const create = () => stripe.paymentIntents.create(order, { idempotencyKey: 'order-7' })
  const first = await create()
  const second = await create()
  expect(second.id).toBe(first.id)
  expect(second.lastResponse.headers).toMatchObject({
    'idempotent-replayed': 'true',
    'original-request': first.lastResponse.requestId,
  })
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
  pass({ hours: 24 })
  expect((await create()).id).not.toBe(first.id)
})

test('a key is valid for one request', async () => {
  const { stripe } = await accountInTest()
  await stripe.paymentIntents.create(order, { idempotencyKey: 'order-7' })
  const error = await errorOf(
    stripe.paymentIntents.create({ ...order, amount: 2001 }, { idempotencyKey: 'order-7' }),
  )
  expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
})

test('a decline is repeated, and an unreadable request is not', async () => {
  const { standIn, stripe } = await accountInTest()
  const decline = () =>
    errorOf(
      stripe.paymentIntents.create(
        {
          ...order,
          confirm: true,
          payment_method: 'pm_card_visa_chargeDeclined',
          return_url: 'https://shop.example',
        },
        { idempotencyKey: 'a' },
      ),
    )
  expect((await decline()).payment_intent?.id).toBe((await decline()).payment_intent?.id)
  expect(standIn.events().filter((event) => event.type === 'charge.failed')).toHaveLength(1)
  expect(
    await errorOf(
      stripe.rawRequest('POST', '/v1/payment_intents', { ...order, x: 1 }, { idempotencyKey: 'b' }),
    ),
  ).toMatchObject({ code: 'parameter_unknown' })
  expect(await stripe.paymentIntents.create(order, { idempotencyKey: 'b' })).toMatchObject({ amount: 2000 })
})

test('a key in use is refused while its request runs', async () => {
  const { standIn, stripe } = await accountInTest()
  const held = standIn.faults.hold('POST /v1/payment_intents', 'before')
  const first = stripe.paymentIntents.create(order, { idempotencyKey: 'order-7' })
  await held.reached
  const error = await errorOf(stripe.paymentIntents.create(order, { idempotencyKey: 'order-7' }))
  expect(error).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  expect(standIn.events()).toEqual([])
  held.release()
  expect((await first).amount).toBe(2000)
})

test('a slow reply arrives after the effect', async () => {
  const { standIn, stripe } = await accountInTest()
  const held = standIn.faults.hold(/^POST /, 'after')
  const first = stripe.paymentIntents.create(order)
  await held.reached
  expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
  held.release()
  await first
})

test.each([
  ['rate_limit', 429, 'rate_limit', 'StripeRateLimitError'],
  ['lock_timeout', 429, 'lock_timeout', 'StripeRateLimitError'],
  // The SDK has no class of its own for 409.
  ['key_in_use', 409, 'idempotency_key_in_use', 'StripeAPIError'],
] as const)('%s: nothing is executed, and the same key works', async (kind, statusCode, code, type) => {
  const { standIn, stripe } = await accountInTest()
  standIn.faults.next('POST /v1/payment_intents', kind)
  expect(await errorOf(stripe.paymentIntents.create(order, { idempotencyKey: 'a' }))).toMatchObject({
    type,
    statusCode,
    code,
  })
  expect(standIn.events()).toEqual([])
  expect(await stripe.paymentIntents.create(order, { idempotencyKey: 'a' })).toMatchObject({ amount: 2000 })
})

test.each([
  ['error_before', 0],
  ['error_after', 1],
] as const)('%s: the key repeats the 500', async (kind, effects) => {
  const { standIn, stripe } = await accountInTest()
  standIn.faults.next('POST /v1/payment_intents', kind)
  const create = () => errorOf(stripe.paymentIntents.create(order, { idempotencyKey: 'a' }))
  expect(await create()).toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
  expect(await create()).toMatchObject({ statusCode: 500, headers: { 'idempotent-replayed': 'true' } })
  expect((await stripe.paymentIntents.list()).data).toHaveLength(effects)
})

test.each(['cut_before', 'cut_after'] as const)(
  '%s: the SDK retries once with its key, and one intent exists',
  async (kind) => {
    const { standIn, stripe } = await accountInTest()
    standIn.faults.next('POST /v1/payment_intents', kind)
    const intent = await stripe.paymentIntents.create(order)
    expect((await stripe.paymentIntents.list()).data.map((one) => one.id)).toEqual([intent.id])
    standIn.faults.next('POST /v1/payment_intents', kind)
    standIn.faults.next('POST /v1/payment_intents', kind)
    expect(await errorOf(stripe.paymentIntents.create(order))).toMatchObject({
      type: 'StripeConnectionError',
    })
  },
)
