import fastify from 'fastify'
import { Stripe } from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import { accountInTest } from './account-in-test.ts'
import type { StandIn } from './start-stripe.ts'

const secret = 'whsec_standin'

interface Received {
  readonly body: string
  readonly header: string
}

/** Takes what comes and answers with the statuses in turn, then with 200. */
const receiverInTest = async (
  standIn: StandIn,
  statuses: number[] = [],
  secrets = [secret],
): Promise<readonly Received[]> => {
  const received: Received[] = []
  const server = fastify()
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  server.post('/webhooks', async (request, reply) => {
    received.push({ body: String(request.body), header: String(request.headers['stripe-signature']) })
    return reply.code(statuses.shift() ?? 200).send()
  })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  standIn.webhooks.sendTo(`${url}/webhooks`, secrets)
  return received
}

const clockSeconds = Date.parse('2026-11-02T09:00:00Z')

const read = ({ body, header }: Received, by = secret): Stripe.Event =>
  new Stripe('sk_test_reader').webhooks.constructEvent(body, header, by, undefined, undefined, clockSeconds)

test('events are signed over the raw body, in the order they happened', async () => {
  const { standIn, stripe } = await accountInTest()
  const received = await receiverInTest(standIn)
  await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'ada' })
  await stripe.paymentIntents.create({ amount: 2000, currency: 'usd' })
  expect(received).toEqual([])
  expect(await standIn.webhooks.deliver()).toMatchObject([
    { type: 'customer.created', status: 200 },
    { type: 'payment_intent.created', status: 200 },
  ])
  expect(received.map((one) => read(one))).toMatchObject([
    {
      type: 'customer.created',
      api_version: '2026-10-28.endive',
      livemode: false,
      request: { idempotency_key: 'ada' },
      data: { object: { name: 'Ada' } },
    },
    { type: 'payment_intent.created', data: { object: { amount: 2000, status: 'requires_payment_method' } } },
  ])
  const [first] = received
  expect(() => first && read({ ...first, body: `${first.body} ` })).toThrow('No signatures found')
  expect(await standIn.webhooks.deliver()).toEqual([])
})

test('an event has its object as it was at that time', async () => {
  const { standIn, stripe } = await accountInTest()
  const received = await receiverInTest(standIn)
  const { id } = await stripe.customers.create({ name: 'Ada' })
  await stripe.customers.update(id, { name: 'Grace' })
  await standIn.webhooks.deliver()
  expect(received.map((one) => read(one).data.object)).toMatchObject([{ name: 'Ada' }, { name: 'Grace' }])
})

test('a refused event is sent again at growing intervals', async () => {
  const { standIn, stripe, pass } = await accountInTest()
  const received = await receiverInTest(standIn, [500, 302])
  await stripe.customers.create({})
  expect(await standIn.webhooks.deliver()).toMatchObject([{ status: 500 }])
  expect(await standIn.webhooks.deliver()).toEqual([])
  pass({ minutes: 5 })
  expect(await standIn.webhooks.deliver()).toMatchObject([{ status: 302 }])
  pass({ minutes: 29 })
  expect(standIn.webhooks.pending()).toHaveLength(1)
  expect(await standIn.webhooks.deliver()).toEqual([])
  pass({ minutes: 1 })
  expect(await standIn.webhooks.deliver()).toMatchObject([{ status: 200 }])
  expect(standIn.webhooks.pending()).toEqual([])
  const ids = new Set(received.map((one) => JSON.parse(one.body).id))
  expect([received.length, ids.size]).toEqual([3, 1])
  expect(new Set(received.map((one) => one.header.split(',')[0])).size).toBe(3)
})

test('events can arrive in the wrong order and twice', async () => {
  const { standIn, stripe } = await accountInTest()
  const received = await receiverInTest(standIn)
  await stripe.customers.create({})
  await stripe.paymentIntents.create({ amount: 2000, currency: 'usd' })
  const sent = await standIn.webhooks.deliver('reversed')
  await standIn.webhooks.redeliver(sent[0]?.eventId ?? '')
  expect(received.map((one) => read(one).type)).toEqual([
    'payment_intent.created',
    'customer.created',
    'payment_intent.created',
  ])
})

test('during a secret rotation both secrets sign', async () => {
  const { standIn, stripe } = await accountInTest()
  const received = await receiverInTest(standIn, [], ['whsec_new', 'whsec_old'])
  await stripe.customers.create({})
  await standIn.webhooks.deliver()
  const [one] = received
  expect(one?.header).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64},v0=/)
  expect(one && [read(one, 'whsec_new').type, read(one, 'whsec_old').type]).toEqual([
    'customer.created',
    'customer.created',
  ])
  expect(() => one && read(one, 'whsec_other')).toThrow('No signatures found')
})

test('an unavailable receiver is not reached, and a test can send an event itself', async () => {
  const { standIn, stripe } = await accountInTest()
  standIn.webhooks.sendTo('http://127.0.0.1:1/webhooks', [secret])
  await stripe.customers.create({})
  const [sent] = await standIn.webhooks.deliver()
  expect(sent?.status).toBeNull()
  expect(read(standIn.webhooks.signed(sent?.eventId ?? '')).type).toBe('customer.created')
})
