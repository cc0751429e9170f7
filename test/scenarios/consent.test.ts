import { expect } from 'vitest'
import { collect } from '#analytics/endpoints.ts'
import { visitsBetween } from '#analytics/server/visits.ts'
import { setConsent, viewConsent } from '#consent/endpoints.ts'
import { newApiClient } from '../support/api-client.ts'
import type { ApiClient } from '../support/api-client.ts'
import { testInOneShop, type TestShop } from '../support/shop.ts'

const test = testInOneShop()

const read = async (client: ApiClient, path: string): Promise<string> =>
  (await client.send({ method: 'GET', path })).text

const choose = (client: ApiClient, fields: Readonly<Record<string, string>>) =>
  client.send({
    method: 'POST',
    path: '/consent',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

const isConsentRequested = (html: string): boolean => html.includes('aria-label="Consent"')

const proofOf = async (shop: TestShop, client: ApiClient) => {
  const [visitId = ''] = decodeURIComponent(client.jar.get('loam_consent') ?? '').split(':')
  const { kysely } = shop.app.database
  return kysely
    .selectFrom('consent_record')
    .select(['active_groups', 'privacy_signal', 'page', 'statement'])
    .where('visit_id', '=', visitId)
    .orderBy('at')
    .execute()
}

test('pages ask for consent until there is a choice, refusing takes one press, and each choice is recorded as proof', async ({
  shop,
}) => {
  const { client } = shop.visitor()
  expect(isConsentRequested(await read(client, '/science'))).toBe(true)
  expect(isConsentRequested(await read(client, '/consent'))).toBe(false)
  const refused = await choose(client, { choice: 'none', return_to: '/science' })
  expect([refused.status, refused.headers.get('location')]).toEqual([303, '/science'])
  expect(refused.headers.getSetCookie().join()).toMatch(/loam_consent=[^;]+;.*Max-Age=31536000/)
  expect(isConsentRequested(await read(client, '/science'))).toBe(false)
  // A visitor without a choice is still asked: the cached pages of both are different.
  expect(isConsentRequested(await read(shop.visitor().client, '/science'))).toBe(true)
  await choose(client, { choice: 'these', C0002: 'on', C0004: 'on' })
  expect((await client.call(viewConsent, {})).groups).toEqual({
    C0001: true, C0002: true, C0003: false, C0004: true, C0005: false,
  }) // prettier-ignore
  expect(await proofOf(shop, client)).toMatchObject([
    {
      active_groups: 'C0001',
      privacy_signal: false,
      page: '/science',
      statement: expect.stringContaining('May we'),
    },
    { active_groups: 'C0001,C0002,C0004', page: '/consent' },
  ])
})

test('Global Privacy Control overrides a given consent, and every page shows the notice until it is read', async ({
  shop,
}) => {
  const client = newApiClient(shop.url, { 'sec-gpc': '1' })
  const page = await read(client, '/science')
  expect([page.includes('Allow all'), page.includes('Global Privacy Control')]).toEqual([false, true])
  expect(await client.call(viewConsent, {})).toMatchObject({
    status: 'honors-signal',
    groups: { C0002: false, C0004: false },
  })
  const all = { C0002: true, C0003: true, C0004: true, C0005: true }
  expect((await client.call(setConsent, { groups: all })).groups).toEqual({
    C0001: true, C0002: true, C0003: true, C0004: false, C0005: false,
  }) // prettier-ignore
  expect(await proofOf(shop, client)).toMatchObject([
    { active_groups: 'C0001,C0002,C0003', privacy_signal: true },
  ])
})

test('an unknown consent cookie is ignored', async ({ shop }) => {
  const { client } = shop.visitor()
  client.jar.set('loam_consent', 'yes')
  expect(await client.call(viewConsent, {})).toMatchObject({ status: 'undecided', groups: { C0002: false } })
  expect(isConsentRequested(await read(client, '/science'))).toBe(true)
})

const message = {
  type: 'page' as const,
  messageId: 'page-of-science',
  name: 'Science',
  properties: { path: '/science?email=mara', referrer: 'search.example', shoe: 'size' },
}

const agree = (from: ApiClient, groups: Readonly<Record<string, boolean>>) =>
  from.call(setConsent, { groups })

test('a page view is counted once for visitors with consent, and never for others', async ({ shop }) => {
  const { client } = shop.visitor()
  const send = () => client.call(collect, { batch: [message] })
  expect(await send()).toEqual({ success: true, recorded: 0 })
  await agree(client, { C0002: false, C0003: true, C0005: true })
  expect(await send()).toEqual({ success: true, recorded: 0 })
  await agree(client, { C0002: true })
  expect([await send(), await send()]).toEqual([
    { success: true, recorded: 1 },
    { success: true, recorded: 0 },
  ])
  const { kysely } = shop.app.database
  // A browser that opened a page, but no product.
  const steps = [
    { events: ['Page Viewed'], paths: [] },
    { events: ['Product Viewed'], paths: ['/daily-synbiotic'] },
    { events: [], paths: ['/science'] },
  ]
  const ever = [
    Temporal.Instant.from('2020-01-01T00:00Z'),
    Temporal.Instant.from('2090-01-01T00:00Z'),
  ] as const
  expect(await visitsBetween(kysely, steps, ...ever)).toEqual([1, 0, 1])
  const stored = await kysely.selectFrom('analytics_event').select(['path', 'name', 'properties']).execute()
  expect(stored).toEqual([
    { path: '/science', name: 'Page Viewed', properties: { title: 'Science', referrer: 'search.example' } },
  ])
})

test('Segment’s own addresses accept the same events; events outside the tracking plan are accepted and dropped', async ({
  shop,
}) => {
  const { client } = shop.visitor()
  await agree(client, { C0002: true })
  const added = { type: 'track', event: 'Product Added', properties: { sku: 'syn-wk', price: '49.990' } }
  const batch = [added, { type: 'group' }, { type: 'track', event: 'Order Refunded' }, { type: 'page' }]
  const post = (path: string, json: unknown) =>
    client.send({
      method: 'POST',
      path,
      body: JSON.stringify(json),
      headers: { 'content-type': 'application/json' },
    })
  const answers = [
    await post('/v1/batch', { batch, sentAt: '2026-06-15T14:00:00Z' }),
    await post('/v1/t', { event: 'Logout', userId: 'somebody' }),
    await post('/v1/alias', {}),
  ]
  expect(answers.map(({ text }) => text)).toEqual([
    '{"success":true,"recorded":1}',
    '{"success":true,"recorded":1}',
    '{"success":true,"recorded":0}',
  ])
  const { kysely } = shop.app.database
  const stored = await kysely
    .selectFrom('analytics_event')
    .select(['name', 'properties', 'account_id'])
    .where('type', '=', 'track')
    .orderBy('received_at')
    .execute()
  expect(stored).toEqual([
    { name: 'Product Added', properties: { sku: 'syn-wk', price: 49.99, currency: 'USD' }, account_id: null },
    { name: 'Logout', properties: {}, account_id: null },
  ])
  const eleven = { batch: Array.from({ length: 11 }, () => message) }
  expect((await post('/v1/batch', eleven)).status).toBe(400)
})
