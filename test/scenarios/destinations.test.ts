import { afterAll, beforeAll, expect, test } from 'vitest'
import { collect } from '#analytics/endpoints.ts'
import { setConsent } from '#consent/endpoints.ts'
import { exportUser } from '#account/privacy-endpoints.ts'
import { pauseSubscription, resumeSubscription } from '#subscription/change/change-endpoints.ts'
import { withdraw } from '#withdrawal/endpoints.ts'
import { newApiClient } from '../support/api-client.ts'
import type { ApiClient } from '../support/api-client.ts'
import { updateCardLink } from '../support/card-link.ts'
import { startRecorders } from '../support/destination-recorders.ts'
import { asMember } from '../support/member.ts'
import { openTestShop } from '../support/shop.ts'
import type { TestShop } from '../support/shop.ts'
import {
  consentCookie,
  everyChoice,
  expectedOf,
  messagesOf,
  placesOf,
} from '../support/expected-event-fields.ts'

let recorders: Awaited<ReturnType<typeof startRecorders>>
let shop: TestShop

beforeAll(async () => {
  recorders = await startRecorders()
  shop = await openTestShop({ environment: recorders.environment })
})

afterAll(async () => {
  await shop.close()
  await recorders.stop()
})

const everything = { C0002: true, C0003: true, C0004: true, C0005: true }

const receivedEvents = () => ({
  segment: recorders.segment.map(({ event, type }) => event ?? type),
  ga4: recorders.ga4.flatMap(({ events }) => events.map(({ name }) => name)),
  meta: recorders.meta.map((event) => event.event_name),
})

const forget = (): void => {
  for (const list of [recorders.segment, recorders.ga4, recorders.meta]) list.length = 0
}

test('each analytics destination receives the events that the visitor allows, once', async () => {
  const { client } = shop.visitor()
  await client.call(setConsent, { groups: everything })
  const click = 'fb.1.1924954800000.AbCd'
  const track = (event: string, properties: Record<string, unknown>) => ({
    type: 'track' as const,
    messageId: `${event} ${Object.values(properties).join(' ')}`,
    event,
    properties,
    anonymousId: 'the-browser',
    context: { click_id: click, campaign: { source: 'letter' } },
  })
  const product = { sku: 'syn-wk', name: 'Daily Synbiotic', price: '49.99', quantity: 1 }
  const batch = [
    track('Product Added', { ...product, value: 49.99 }),
    track('Product Added', { sku: 'vs-wk', price: 39.99 }),
    track('Coupon Applied', { coupon_name: 'DS-01-25-OFF', discount: 12.5 }),
  ]
  await client.call(collect, { batch })
  await client.call(collect, { batch })
  await shop.settled()
  expect(recorders.faults).toEqual([])
  expect(receivedEvents()).toEqual({
    segment: ['Product Added', 'Product Added', 'Coupon Applied'],
    ga4: expect.arrayContaining(['add_to_cart', 'add_to_cart', 'coupon_applied']),
    meta: ['AddToCart'],
  })
  expect(recorders.ga4).toHaveLength(3)
  expect(recorders.meta[0]).toMatchObject({
    user_data: { fbc: click, client_user_agent: expect.any(String) },
    custom_data: {
      value: 49.99,
      currency: 'USD',
      contents: [{ id: 'syn-wk', quantity: 1, item_price: 49.99 }],
    },
  })
  // Health data goes only to web analytics after a refusal of advertising, here and wherever Segment passes it on.
  const [plain, revealing] = recorders.segment
  expect([plain?.context['consent'], revealing?.context['consent']]).toEqual([
    { categoryPreferences: { C0001: true, C0002: true, C0003: true, C0004: true, C0005: true } },
    { categoryPreferences: { C0001: true, C0002: true, C0003: true, C0004: false, C0005: false } },
  ])
  forget()
})

test('renewals and changes are reported under the member’s latest consent, and never after a refusal', async () => {
  const buyer = shop.visitor()
  await buyer.client.call(setConsent, { groups: everything })
  await buyer.add('syn-rf')
  await buyer.checkout()
  // The purchase opened the account, so the choice is known before anybody signs in.
  await shop.settled()
  expect(receivedEvents()).toEqual({
    segment: ['Subscription Started'],
    ga4: ['subscription_started'],
    meta: [],
  })
  forget()
  const mara = await asMember(shop, buyer)
  await shop.travelTo('2031-02-06')
  await shop.settled()
  expect(recorders.faults).toEqual([])
  expect(receivedEvents()).toEqual({ segment: ['Order Completed'], ga4: ['purchase'], meta: ['Purchase'] })
  const [, renewal] = await mara.orders()
  expect(recorders.segment[0]).toMatchObject({
    messageId: `order-completed-${renewal?.number}`,
    properties: { order_id: renewal?.number, total: 49.99, renewal: true, currency: 'USD' },
  })
  // Who it is goes to Meta hashed: the e-mail's own hash is among them, the e-mail is not.
  expect(Object.keys(recorders.meta[0]?.user_data ?? {}).toSorted()).toEqual(
    ['ct', 'em', 'fn', 'ln', 'ph', 'st', 'zp'].filter((name) => name in (recorders.meta[0]?.user_data ?? {})),
  )
  expect(JSON.stringify([recorders.meta, recorders.ga4])).not.toContain(buyer.email)
  forget()
  await mara.prove()
  const data = await mara.client.call(exportUser, {})
  expect(JSON.stringify(data['events'])).toContain('Order Completed')
  const id = (await mara.subscriptions())[0]?.id ?? ''
  await mara.client.call(pauseSubscription, { id })
  await shop.settled()
  expect(receivedEvents()).toEqual({
    segment: ['Subscription Paused'],
    ga4: ['subscription_paused'],
    meta: [],
  })
  forget()
  await mara.client.call(setConsent, { groups: {} })
  await mara.client.call(resumeSubscription, { id })
  await shop.settled()
  expect(receivedEvents()).toEqual({ segment: [], ga4: [], meta: [] })
})

test('a refused renewal, its later payment and its refund are each reported once', async () => {
  const buyer = shop.visitor()
  await buyer.client.call(setConsent, { groups: everything })
  await buyer.add('syn-rf')
  await buyer.checkout({ card: 'renewal-no-funds' })
  const mara = await asMember(shop, buyer)
  await shop.settled()
  forget()
  const [subscription] = await mara.subscriptions()
  await shop.travelTo(subscription?.next_order_on ?? '')
  await shop.settled()
  expect(receivedEvents()).toMatchObject({ segment: ['Payment Failed'], meta: [] })
  expect(recorders.segment[0]?.properties).toMatchObject({ sku: 'syn-rf', value: 49.99, currency: 'USD' })
  forget()
  await (await updateCardLink(shop, buyer)).pay('approve')
  await shop.settled()
  expect(receivedEvents().segment.toSorted()).toEqual(['Order Completed', 'Payment Recovered'])
  expect(receivedEvents().meta).toEqual(['Purchase'])
  forget()
  const number = (await mara.orders()).find(({ kind }) => kind === 'renewal')?.number ?? ''
  await mara.client.call(withdraw, { number })
  await shop.settled()
  const refund = recorders.segment.find(({ event }) => event === 'Order Refunded')
  expect(refund?.properties).toEqual({ order_id: number, value: 49.99, currency: 'USD' })
  expect(recorders.meta).toEqual([])
  expect(recorders.faults).toEqual([])
})

const sendEach = async (member: ApiClient): Promise<void> => {
  for (const choice of everyChoice) {
    const headers = { 'x-country': 'US', 'x-region': 'OR', ...(choice.signal ? { 'sec-gpc': '1' } : {}) }
    const client = newApiClient(shop.url, headers)
    for (const [name, value] of [...member.jar, consentCookie(choice)]) client.jar.set(name, value)
    await client.call(collect, { batch: messagesOf(choice) })
  }
  await shop.settled()
}

test('under each of the 32 consent choices, with and without Global Privacy Control, every destination gets exactly the allowed fields', async () => {
  const buyer = shop.visitor()
  await buyer.add('syn-rf')
  await buyer.checkout()
  const { client, email } = await asMember(shop, buyer)
  forget()
  await sendEach(client)
  const rows = await shop.app.database.kysely
    .selectFrom('analytics_event')
    .selectAll()
    .where('anonymous_id', 'like', 'visit-%')
    .execute()
  for (const choice of everyChoice) {
    const { visit } = choice
    const isFirst = (id: string): boolean => id === `${visit}-0`
    const got = {
      warehouse: rows.filter(({ anonymous_id: id }) => id === visit),
      segment: recorders.segment.filter(({ anonymousId }) => anonymousId === visit),
      google: recorders.ga4.filter(({ client_id: id }) => id === visit),
      meta: recorders.meta.filter(({ event_id: id }) => id.startsWith(`${visit}-`)),
    }
    const first = {
      warehouse: got.warehouse.find(({ message_id: id }) => isFirst(id)),
      segment: got.segment.find(({ messageId: id }) => isFirst(id)),
      google: got.google.find(({ events: [one] }) => one?.name === 'generate_lead'),
      meta: got.meta.find(({ event_id: id }) => isFirst(id)),
    }
    const { warehouse, segment, google, meta } = first
    const found = {
      counts: {
        warehouse: got.warehouse.length,
        segment: got.segment.length,
        google: got.google.length,
        meta: got.meta.length,
      },
      places: {
        warehouse: placesOf(warehouse).toSorted(),
        segment: placesOf(segment).toSorted(),
        google: placesOf(google).toSorted(),
        meta: placesOf(meta).toSorted(),
      },
    }
    expect(found, JSON.stringify(choice)).toEqual(expectedOf(choice))
  }
  expect(recorders.faults).toEqual([])
  expect([recorders.segment.length, recorders.ga4.length, recorders.meta.length]).toEqual([96, 96, 16])
  // Nobody gets an answer, nor those two an address.
  expect(JSON.stringify([rows, recorders.segment, recorders.ga4, recorders.meta])).not.toContain('digestion')
  for (const address of ['mara@example.com', email])
    expect(JSON.stringify([recorders.ga4, recorders.meta])).not.toContain(address)
})
