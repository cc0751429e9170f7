import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { eventTypes } from '#partner/webhook/rules/event-types.ts'
import type { EventType } from '#partner/webhook/rules/event-types.ts'
import { stepUpActs } from '#staff/rules/step-up-acts.ts'
import { startReceiver } from '../partner/receiver.ts'
import type { ReceivedMessage, Receiver } from '../partner/receiver.ts'
import { joinDesk } from './desk-person.ts'
import { joinPartner } from './partner-keys.ts'
import { openTestApi } from './test-api.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const vera = await joinDesk(api, 'owner', 'vera')
const partner = await joinPartner(api)

const receivers: { readonly receiver: Receiver; readonly id: string }[] = []
afterEach(async () => {
  for (const { receiver, id } of receivers.splice(0)) {
    await vera.post(`/api/desk/developers/webhooks/${id}/switch/`, { on: false })
    receiver.close()
  }
})

/** A partner's server that gets events from now on. */
const subscribe = async (types: readonly EventType[] = eventTypes) => {
  const receiver = await startReceiver()
  const body = { name: 'Northbox', url: receiver.url, event_types: types }
  await vera.confirm(stepUpActs.createWebhook(receiver.url, types))
  const made = await vera.post('/api/desk/developers/webhooks/', body)
  expect(made.statusCode).toBe(200)
  const { id, secret } = made.json()
  receiver.knows(secret)
  receivers.push({ receiver, id })
  // The shop's own process hears of it by a notification.
  await knownBy(id)
  return { receiver, id, secret }
}

/** Resolves when the shop's process sends to an endpoint: it gets the events of orders that are placed for that. */
const knownBy = async (id: string): Promise<void> => {
  for (;;) {
    await buy()
    const { rows } = await shop.app.database.pool.query('select 1 from partner_delivery where endpoint_id = $1', [id])
    if (rows.length > 0) return
    if (!(await subscribesToOrders(id))) return
  }
}

const subscribesToOrders = async (id: string): Promise<boolean> => {
  const found = await shop.app.database.kysely
    .selectFrom('partner_endpoint')
    .select('event_types')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return found.event_types.includes('order.created')
}

const buy = async (card?: string) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const { order } = await visitor.checkout(card === undefined ? {} : { card })
  return { visitor, number: order?.number ?? '', id: order?.id ?? '' }
}

const typesOf = (messages: readonly ReceivedMessage[], number: string): string[] =>
  messages.filter(({ data }) => [data['number'], data['order_number']].includes(number)).map(({ type }) => type)

const view = async (id: string, query = '') => (await vera.get(`/api/desk/developers/webhooks/${id}/${query}`)).json()

test('what happens to an order is told in its order, signed, and without a person', async () => {
  const { receiver, secret } = await subscribe()
  const { visitor, number } = await buy()
  await partner.post(`/api/partner/v1/orders/${number}/shipments/`, { carrier: 'ups', tracking: '1Z77' })
  const sum = await vera.post(`/api/desk/orders/${number}/refund/preview/`, { everything: true })
  const { amount, act } = sum.json()
  if (act !== null) await vera.confirm(act)
  const body = { everything: true, request_id: api.opened.deps.ids.randomUuid(), amount, reason: 'Broken jar' }
  expect((await vera.post(`/api/desk/orders/${number}/refund/`, body)).statusCode).toBe(200)
  await shop.settled()
  const wanted = ['order.created', 'subscription.created', 'shipment.shipped', 'refund.created']
  await receiver.until(() => wanted.every((type) => typesOf(receiver.taken(), number).includes(type)))
  const own = receiver.taken().filter(({ data }) => [data['number'], data['order_number']].includes(number))
  expect(own.filter(({ type }) => !type.startsWith('subscription')).map(({ type }) => type)).toEqual([
    'order.created',
    'shipment.shipped',
    'refund.created',
  ])
  expect(own.every(({ signedBy }) => signedBy.includes(secret))).toBe(true)
  expect(own[0]?.data).toMatchObject({ number, state: 'placed', total: '49.99', currency: 'USD' })
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

test('a member who pauses, resumes and cancels is told about, and a purchase that is canceled', async () => {
  const { receiver } = await subscribe()
  const member = await shop.member({ plan: 'monthly refill' })
  const [mine] = await member.subscriptions()
  const { subscriptionClient } = await import('../support/subscription-client.ts')
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

test('an endpoint gets the kinds that it wants and no other', async () => {
  const { receiver } = await subscribe(['order.created'])
  const { number } = await buy()
  await partner.post(`/api/partner/v1/orders/${number}/shipments/`, { carrier: 'ups', tracking: '1Z78' })
  const last = await buy()
  await receiver.until(() => typesOf(receiver.taken(), last.number).length > 0)
  expect(new Set(receiver.received.map(({ type }) => type))).toEqual(new Set(['order.created']))
})

describe('an endpoint that fails', () => {
  test('for an hour gets everything afterwards, in order, and nothing twice', async () => {
    const { receiver, id } = await subscribe(['order.created', 'shipment.shipped'])
    receiver.answers(() => 503)
    const orders = [await buy(), await buy(), await buy()]
    for (const [at, { number }] of orders.entries())
      await partner.post(`/api/partner/v1/orders/${number}/shipments/`, { carrier: 'ups', tracking: `1ZH${at}` })
    for (let second = 0; second < 3_600; second += 60) {
      const before = receiver.received.length
      await shop.advanceSeconds(60)
      await api.opened.webhooks.start()
      await api.opened.webhooks.finished()
      // Never more than what finds out whether it is back.
      if (second > 600) expect(receiver.received.length - before).toBeLessThanOrEqual(2)
    }
    expect((await view(id)).webhook.state).toBe('failing')
    receiver.answers(() => 200)
    await shop.advanceSeconds(300)
    await receiver.until(() => orders.every(({ number }) => typesOf(receiver.taken(), number).length === 2))
    for (const { number } of orders)
      expect(typesOf(receiver.taken(), number)).toEqual(['order.created', 'shipment.shipped'])
    const ids = receiver.taken().map((message) => message.id)
    expect(new Set(ids).size).toBe(ids.length)
    await expect.poll(async () => (await view(id)).webhook).toMatchObject({ state: 'fine', waiting: 0 })
  })

  test('for one order keeps the others going', async () => {
    const { receiver } = await subscribe(['order.created', 'shipment.shipped'])
    const { number: sick } = await buy()
    receiver.answers(({ data }) => ([data['number'], data['order_number']].includes(sick) ? 500 : 200))
    await partner.post(`/api/partner/v1/orders/${sick}/shipments/`, { carrier: 'ups', tracking: '1ZS' })
    const { number: well } = await buy()
    await receiver.until(() => typesOf(receiver.taken(), well).length === 1)
    receiver.answers(() => 200)
    await shop.advanceSeconds(400)
    await receiver.until(() => typesOf(receiver.taken(), sick).includes('shipment.shipped'))
    const tried = receiver.received.filter(({ data }) => data['order_number'] === sick)
    // Nothing of an order overtakes.
    expect(tried.every(({ type }) => type === 'shipment.shipped')).toBe(true)
  })

  test('for three days is given up event by event, and a person sends it again with the same id and body', async () => {
    const { receiver, id } = await subscribe(['order.created'])
    receiver.answers(() => 500)
    const { number } = await buy()
    await receiver.until(() => typesOf(receiver.received, number).length > 0)
    await shop.travelDays(4)
    await expect
      .poll(async () => {
        await shop.advanceSeconds(301)
        return (await view(id, '?state=given-up')).deliveries.length
      })
      .toBe(1)
    const first = receiver.received.find(({ data }) => data['number'] === number)
    const { deliveries } = await view(id, '?state=given-up')
    receiver.answers(() => 200)
    const replayed = await vera.post(
      `/api/desk/developers/webhooks/${id}/deliveries/${deliveries[0].event_id}/replay/`,
      {},
    )
    expect(replayed.json()).toEqual({ count: 1 })
    await receiver.until(() => typesOf(receiver.taken(), number).length > 0)
    const again = receiver.taken().find(({ data }) => data['number'] === number)
    expect([again?.id, again?.body]).toEqual([first?.id, first?.body])
    // What a person asks for says nothing of how the endpoint does.
    await expect.poll(async () => (await view(id)).webhook).toMatchObject({ state: 'failing', given_up: 0 })
    const attempts = (
      await vera.get(`/api/desk/developers/webhooks/${id}/deliveries/${deliveries[0].event_id}/`)
    ).json()
    expect(attempts.attempts[0]).toMatchObject({ status: 200, detail: 'taken' })
    expect(attempts.attempts.at(-1)).toMatchObject({ status: 500, detail: 'not now' })
  })

  test('for good says so by 410, and gets nothing any more', async () => {
    const { receiver, id } = await subscribe(['order.created'])
    receiver.answers(() => 410)
    await buy()
    await expect.poll(async () => (await view(id)).webhook.state).toBe('off')
  })
})

test('everything of a day is sent again by one act', async () => {
  const { receiver, id } = await subscribe(['order.created'])
  const orders = [await buy(), await buy()]
  await receiver.until(() => orders.every(({ number }) => typesOf(receiver.taken(), number).length === 1))
  await expect.poll(async () => (await view(id)).webhook.waiting).toBe(0)
  const today = await shop.today()
  const before = receiver.taken().length
  const answer = await vera.post(`/api/desk/developers/webhooks/${id}/replay/`, {
    from: today,
    until: today,
    given_up_only: false,
  })
  expect(answer.json().count).toBe(before)
  await receiver.until(() => receiver.taken().length === 2 * before)
  expect(receiver.taken().slice(before).map(({ id: name }) => name)).toEqual(
    receiver.taken().slice(0, before).map(({ id: name }) => name),
  )
})

test('after a rotation both secrets sign for a day, then the new one alone', async () => {
  const { receiver, id, secret } = await subscribe(['order.created'])
  await vera.confirm(stepUpActs.rotateSecret(id))
  const rotated = await vera.post(`/api/desk/developers/webhooks/${id}/secret/`, {})
  const { secret: next } = rotated.json()
  receiver.knows(next)
  const one = await buy()
  await receiver.until(() => typesOf(receiver.taken(), one.number).length === 1)
  const signedBy = (number: string) =>
    receiver.taken().find(({ data }) => data['number'] === number)?.signedBy.toSorted()
  expect(signedBy(one.number)).toEqual([secret, next].toSorted())
  await shop.travelDays(2)
  const two = await buy()
  await receiver.until(() => typesOf(receiver.taken(), two.number).length === 1)
  expect(signedBy(two.number)).toEqual([next])
})

test('a redirect into the machine is not followed', async () => {
  const inside = await startReceiver()
  const { receiver, id } = await subscribe(['order.created'])
  receiver.answers(() => 307)
  const { number } = await buy()
  await receiver.until(() => typesOf(receiver.received, number).length > 0)
  await expect.poll(async () => (await view(id)).deliveries[0].answer).toBe('307')
  expect(inside.received).toEqual([])
  inside.close()
})

test('keys and webhooks are made with the passkey for exactly that, by owners', async () => {
  const olu = await joinDesk(api, 'operations', 'olu')
  const sam = await joinDesk(api, 'support', 'sam')
  const key = { name: 'Northbox', scopes: ['orders:read'], days: 30 }
  expect((await sam.get('/api/desk/developers/keys/')).statusCode).toBe(404)
  expect((await olu.get('/api/desk/developers/keys/')).statusCode).toBe(200)
  expect((await olu.post('/api/desk/developers/keys/', key)).statusCode).toBe(404)
  expect((await vera.post('/api/desk/developers/keys/', key)).json().code).toBe('PROOF_REQUIRED')
  await vera.confirm(stepUpActs.createKey('Northbox', ['orders:read'], 365))
  expect((await vera.post('/api/desk/developers/keys/', key)).json().code).toBe('PROOF_REQUIRED')
  await vera.confirm(stepUpActs.createKey('Northbox', ['orders:read'], 30))
  const made = (await vera.post('/api/desk/developers/keys/', key)).json()
  const asKey = (text: string) =>
    api.inject({ method: 'GET', url: '/api/partner/v1/orders/', headers: { authorization: `Bearer ${text}` } })
  expect((await asKey(made.key)).statusCode).toBe(200)
  const { keys } = (await vera.get('/api/desk/developers/keys/')).json()
  const [{ id }] = keys
  await vera.confirm(stepUpActs.rotateKey(id))
  const rotated = (await vera.post(`/api/desk/developers/keys/${id}/rotate/`, {})).json()
  expect((await asKey(made.key)).statusCode).toBe(200)
  expect((await asKey(rotated.key)).statusCode).toBe(200)
  await shop.travelDays(8)
  expect((await asKey(made.key)).statusCode).toBe(401)
  expect((await asKey(rotated.key)).statusCode).toBe(200)
})
