import { afterAll, afterEach, expect, test } from 'vitest'
import { stepUpActions } from '#staff/rules/step-up-actions.ts'
import { startReceiver } from '../partner/receiver.ts'
import { subscriptionClient } from '../support/subscription-client.ts'
import { joinDesk } from './desk-person.ts'
import { joinPartner } from './partner-keys.ts'
import { openTestApi } from './test-api.ts'
import { isOfOrder, openWebhookDesk, typesOf } from './webhook-desk.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const vera = await openWebhookDesk(api)
const { buy, subscribe, view } = vera
afterEach(() => vera.end())
const partner = await joinPartner(api)

test('order events are sent in order, signed, and without personal data', async () => {
  const { receiver, secret } = await subscribe()
  const { visitor, number } = await buy()
  await partner.post(`/api/partner/v1/orders/${number}/shipments/`, { carrier: 'ups', tracking: '1Z77' })
  const sum = await vera.post(`/api/desk/orders/${number}/refund/preview/`, { everything: true })
  const { amount, action } = sum.json()
  if (action !== null) await vera.confirm(action)
  const body = {
    everything: true,
    request_id: api.opened.deps.ids.randomUuid(),
    amount,
    reason: 'Broken jar',
  }
  expect((await vera.post(`/api/desk/orders/${number}/refund/`, body)).statusCode).toBe(200)
  await shop.settled()
  const wanted = ['order.created', 'subscription.created', 'shipment.shipped', 'refund.created']
  await receiver.until(() => wanted.every((type) => typesOf(receiver.taken(), number).includes(type)))
  const own = receiver.taken().filter((message) => isOfOrder(message, number))
  expect(own.filter(({ type }) => !type.startsWith('subscription')).map(({ type }) => type)).toEqual([
    'order.created',
    'shipment.shipped',
    'refund.created',
  ])
  expect(own.every(({ signedBy }) => signedBy.includes(secret))).toBe(true)
  expect(own.find(({ type }) => type === 'order.created')?.data).toMatchObject({
    number,
    state: 'placed',
    total: '49.99',
    currency: 'USD',
  })
  expect(own.find(({ type }) => type === 'refund.created')?.data).toMatchObject({
    to_card: '49.99',
    as_credit: '0.00',
    order_refunded: '49.99',
  })
  const { ship_to: address } = await shop.app.database.kysely
    .selectFrom('order')
    .select('ship_to')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  const { lastName, address: street } = Object(address)
  for (const message of own)
    for (const secretText of [visitor.email, lastName, street, '1Z77'])
      expect(message.body).not.toContain(secretText)
})

test('subscription events are sent in order', async () => {
  const { receiver } = await subscribe()
  const member = await shop.member({ plan: 'monthly refill' })
  const [mine] = await member.subscriptions()
  const client = await subscriptionClient(member)
  await client.make({ action: 'pause' })
  await client.make({ action: 'resume' })
  await client.make({ action: 'cancel' })
  const ofMine = () => receiver.taken().filter(({ data }) => data['id'] === mine?.id)
  await receiver.until(() => ofMine().length >= 4)
  expect(ofMine().map(({ type, data }) => [type, data['state']])).toEqual([
    ['subscription.created', 'active'],
    ['subscription.paused', 'paused'],
    ['subscription.changed', 'active'],
    ['subscription.canceled', 'canceled'],
  ])
})

test('an endpoint gets only the event kinds that it subscribed to', async () => {
  const { receiver } = await subscribe(['order.created'])
  const { number } = await buy()
  await partner.post(`/api/partner/v1/orders/${number}/shipments/`, { carrier: 'ups', tracking: '1Z78' })
  const last = await buy()
  await receiver.until(() => typesOf(receiver.taken(), last.number).length > 0)
  expect(new Set(receiver.received.map(({ type }) => type))).toEqual(new Set(['order.created']))
})

test('an event of a kind that only a newer release knows waits for a newer process and blocks no other event', async () => {
  const { receiver, id } = await subscribe(['order.created'])
  const { pool } = shop.app.database
  await pool.query(
    `update partner_endpoint set event_types = array_append(event_types, 'return.opened') where id = $1`,
    [id],
  )
  const { rows } = await pool.query<{ id: string }>(
    `with event as (
       insert into partner_event (id, type, ordering_key, facts, happened_at)
       values (gen_random_uuid(), 'return.opened', 'return:1', '{}', now() - interval '1 day') returning *)
     insert into partner_delivery (endpoint_id, event_id, position, ordering_key, state, next_at, wanted_at)
     select $1, id, position, ordering_key, 'waiting', happened_at, happened_at from event returning event_id as id`,
    [id],
  )
  const eventId = rows[0]?.id ?? ''
  const { number } = await buy()
  await receiver.until(() => typesOf(receiver.taken(), number).includes('order.created'))
  expect(receiver.received.map(({ type }) => type)).not.toContain('return.opened')
  const { webhook, deliveries } = await view(id)
  expect(webhook.event_types).toEqual(['order.created', 'return.opened'])
  expect(deliveries).toContainEqual(
    expect.objectContaining({ event_id: eventId, type: 'return.opened', state: 'waiting', attempts: 0 }),
  )
  expect((await vera.get(`/api/desk/developers/webhooks/${id}/deliveries/${eventId}/`)).json()).toMatchObject(
    {
      body: 'A newer release of the shop has recorded this event, and sends it.',
    },
  )
  expect((await vera.get('/desk/developers')).statusCode).toBe(200)
})

test('one action sends all events of a day again', async () => {
  const { receiver, id } = await subscribe(['order.created'])
  const orders = [await buy(), await buy()]
  await receiver.until(() => orders.every(({ number }) => typesOf(receiver.taken(), number).length === 1))
  await expect.poll(async () => (await view(id)).webhook.waiting).toBe(0)
  const today = await shop.today()
  const before = receiver.taken().length
  expect((await view(id)).days.at(-1)).toEqual({ day: today, delivered: before, waiting: 0, given_up: 0 })
  const answer = await vera.post(`/api/desk/developers/webhooks/${id}/replay/`, {
    from: today,
    until: today,
    given_up_only: false,
  })
  expect(answer.json().count).toBe(before)
  await receiver.until(() => receiver.taken().length === 2 * before)
  const names = receiver.taken().map((message) => message.id)
  expect(names.slice(before).toSorted()).toEqual(names.slice(0, before).toSorted())
})

test('after a rotation both secrets sign for a day, and then only the new one', async () => {
  const { receiver, id, secret } = await subscribe(['order.created'])
  await vera.confirm(stepUpActions.rotateSecret(id))
  const rotated = await vera.post(`/api/desk/developers/webhooks/${id}/secret/`, {})
  const { secret: next } = rotated.json()
  receiver.knows(next)
  const one = await buy()
  await receiver.until(() => typesOf(receiver.taken(), one.number).length === 1)
  const signedBy = (number: string) =>
    receiver
      .taken()
      .find(({ data }) => data['number'] === number)
      ?.signedBy.toSorted()
  expect(signedBy(one.number)).toEqual([secret, next].toSorted())
  await shop.travelDays(2)
  const two = await buy()
  await receiver.until(() => typesOf(receiver.taken(), two.number).length === 1)
  expect(signedBy(two.number)).toEqual([next])
})

test('a webhook redirect to the shop’s own machine is not followed', async () => {
  const inside = await startReceiver()
  const { receiver, id } = await subscribe(['order.created'])
  receiver.answers(() => 307)
  const { number } = await buy()
  await receiver.until(() => typesOf(receiver.received, number).length > 0)
  await expect.poll(async () => (await view(id)).deliveries[0].answer).toBe('307')
  expect(inside.received).toEqual([])
  inside.close()
})

test('owners create keys and webhooks with a passkey for that action', async () => {
  const olu = await joinDesk(api, 'operations', 'olu')
  const sam = await joinDesk(api, 'support', 'sam')
  const key = { name: 'Northbox', scopes: ['orders:read'], days: 30 }
  expect((await sam.get('/api/desk/developers/keys/')).statusCode).toBe(404)
  expect((await olu.get('/api/desk/developers/keys/')).statusCode).toBe(200)
  expect((await olu.post('/api/desk/developers/keys/', key)).statusCode).toBe(404)
  expect((await vera.post('/api/desk/developers/keys/', key)).json().code).toBe('PROOF_REQUIRED')
  await vera.confirm(stepUpActions.createKey('Northbox', ['orders:read'], 365))
  expect((await vera.post('/api/desk/developers/keys/', key)).json().code).toBe('PROOF_REQUIRED')
  await vera.confirm(stepUpActions.createKey('Northbox', ['orders:read'], 30))
  const made = (await vera.post('/api/desk/developers/keys/', key)).json()
  const asKey = (text: string) =>
    api.inject({
      method: 'GET',
      url: '/api/partner/v1/orders/',
      headers: { authorization: `Bearer ${text}` },
    })
  expect((await asKey(made.key)).statusCode).toBe(200)
  const { keys } = (await vera.get('/api/desk/developers/keys/')).json()
  const [{ id }] = keys
  await vera.confirm(stepUpActions.rotateKey(id))
  const rotated = (await vera.post(`/api/desk/developers/keys/${id}/rotate/`, {})).json()
  expect((await asKey(made.key)).statusCode).toBe(200)
  expect((await asKey(rotated.key)).statusCode).toBe(200)
  await shop.travelDays(8)
  expect((await asKey(made.key)).statusCode).toBe(401)
  expect((await asKey(rotated.key)).statusCode).toBe(200)
})
