import { afterAll, afterEach, expect, test } from 'vitest'
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

/** What the worklist says of an endpoint; undefined when it needs nobody. */
const workOf = async (id: string): Promise<string | undefined> => {
  const { rows } = (await vera.get('/api/desk/tasks/webhook-failed/')).json()
  const row = rows.find((one: { id: string }) => one.id === id)
  if (row) expect(row.href).toBe(`/desk/developers/webhooks/${id}`)
  return row?.text
}

test('an endpoint that fails for an hour gets all events afterwards, in order and once', async () => {
  const { receiver, id } = await subscribe(['order.created', 'shipment.shipped'])
  receiver.answers(() => 503)
  const orders = [await buy(), await buy(), await buy()]
  for (const [at, { number }] of orders.entries())
    await partner.post(`/api/partner/v1/orders/${number}/shipments/`, {
      carrier: 'ups',
      tracking: `1ZH${at}`,
    })
  for (let second = 0; second < 3_600; second += 60) {
    const before = receiver.received.length
    await shop.advanceSeconds(60)
    await api.opened.webhooks.start()
    await api.opened.webhooks.finished()
    // Never more than the one attempt that finds out whether it is back.
    if (second > 600) expect(receiver.received.length - before).toBeLessThanOrEqual(2)
  }
  expect((await view(id)).webhook.state).toBe('failing')
  expect(await workOf(id)).toBe('Northbox is failing: 6 waiting, 0 given up')
  receiver.answers(() => 200)
  await shop.advanceSeconds(300)
  await receiver.until(() => orders.every(({ number }) => typesOf(receiver.taken(), number).length === 2))
  for (const { number } of orders)
    expect(typesOf(receiver.taken(), number)).toEqual(['order.created', 'shipment.shipped'])
  const ids = receiver.taken().map((message) => message.id)
  expect(new Set(ids).size).toBe(ids.length)
  await expect.poll(async () => (await view(id)).webhook).toMatchObject({ state: 'fine', waiting: 0 })
  expect(await workOf(id)).toBeUndefined()
})

test('an endpoint that fails for one order still gets the events of others', async () => {
  const { receiver } = await subscribe(['order.created', 'shipment.shipped'])
  const { number: sick } = await buy()
  receiver.answers(({ data }) => (isOfOrder({ data }, sick) ? 500 : 200))
  await partner.post(`/api/partner/v1/orders/${sick}/shipments/`, { carrier: 'ups', tracking: '1ZS' })
  const { number: well } = await buy()
  await receiver.until(() => typesOf(receiver.taken(), well).length === 1)
  receiver.answers(() => 200)
  await shop.advanceSeconds(400)
  await receiver.until(() => typesOf(receiver.taken(), sick).includes('shipment.shipped'))
  const tried = receiver.received.filter(({ data }) => data['order_number'] === sick)
  // No message of an order overtakes an earlier one.
  expect(tried.every(({ type }) => type === 'shipment.shipped')).toBe(true)
})

test('events for an endpoint that fails for three days are given up one by one, and staff send one again with the same id and body', async () => {
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
  const { failures } = (await view(id)).webhook
  const first = receiver.received.find(({ data }) => data['number'] === number)
  const { deliveries } = await view(id, '?state=given-up')
  expect(await workOf(id)).toMatch(/^Northbox.*: 0 waiting, 1 given up$/)
  receiver.answers(() => 200)
  const replayed = await vera.post(
    `/api/desk/developers/webhooks/${id}/deliveries/${deliveries[0].event_id}/replay/`,
    {},
  )
  expect(replayed.json()).toEqual({ count: 1 })
  await receiver.until(() => typesOf(receiver.taken(), number).length > 0)
  const again = receiver.taken().find(({ data }) => data['number'] === number)
  expect([again?.id, again?.body]).toEqual([first?.id, first?.body])
  // A replay that a person asks for says nothing about the health of the endpoint.
  await expect.poll(async () => (await view(id)).webhook).toMatchObject({ failures, given_up: 0, waiting: 0 })
  const attempts = (
    await vera.get(`/api/desk/developers/webhooks/${id}/deliveries/${deliveries[0].event_id}/`)
  ).json()
  expect(attempts.attempts[0]).toMatchObject({ status: 200, detail: 'taken' })
  expect(attempts.attempts.at(-1)).toMatchObject({ status: 500, detail: 'not now' })
})

test('an endpoint that answers 410 gets no more events', async () => {
  const { receiver, id } = await subscribe(['order.created'])
  receiver.answers(() => 410)
  await buy()
  await expect.poll(async () => (await view(id)).webhook.state).toBe('off')
})
