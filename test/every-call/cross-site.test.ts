import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { screens } from '#web/routing/paths.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { groupsOf } from '../support/groups.ts'
import { cookieHeader, openTestApi, type Request } from '../api/test-api.ts'
import { fingerprint } from '../api/database-contents.ts'
import { joinDesk } from '../api/desk-person.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const member = await shop.member({ plan: 'monthly refill' })
await member.add('syn-wk')
await shop.settled()
const db = shop.app.database.kysely
const { origin: own, host } = new URL(shop.url)

/** The member's cookies, as if SameSite did not exist. */
const cookie = cookieHeader(member.client.jar)

type Headers = Readonly<Record<string, string>>

const evil = 'https://evil.example'
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-user': '?1' }

/** How browsers mark what a foreign page makes them send. */
const writes: Readonly<Record<string, Headers>> = {
  'a form of another site': { ...form, origin: evil, 'sec-fetch-site': 'cross-site', ...navigation },
  'a form in a browser without Sec-Fetch': { ...form, origin: evil },
  'a form of a sandboxed frame': { ...form, origin: 'null', 'sec-fetch-site': 'cross-site', ...navigation },
  'a form with JSON in it': { 'content-type': 'text/plain', origin: evil, 'sec-fetch-site': 'cross-site', ...navigation },
  'a script without permission': { 'content-type': 'text/plain;charset=UTF-8', origin: evil, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' },
  'a script that says JSON': { 'content-type': 'application/json', origin: evil, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  'a script that says JSON, in an old browser': { 'content-type': 'application/json', origin: evil },
  'a script that sends the header of our own': { ...form, 'x-scripted': 'yes', origin: evil, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  'a form that tells nothing but its page': { ...form, referer: `${evil}/win` },
  'a form of a page whose address is no address': { ...form, referer: 'evil' },
  'a sister site': { 'content-type': 'application/json', origin: 'https://blog.shop.example', 'sec-fetch-site': 'same-site' },
  'a site with our name before its own': { 'content-type': 'application/json', origin: `${own}.evil.example` },
  'two words about the site in one header': { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin, cross-site' },
  'a word about the site that nobody knows': { 'content-type': 'application/json', 'sec-fetch-site': 'CROSS-SITE' },
  'an upload form': { 'content-type': 'multipart/form-data; boundary=x', origin: evil, 'sec-fetch-site': 'cross-site', ...navigation },
} // prettier-ignore

const reads: Readonly<Record<string, Headers>> = {
  'a picture': { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  'a picture on our own pages': { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  'a script tag': { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
  'a frame': { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  'a link': { 'sec-fetch-site': 'cross-site', ...navigation },
  'a link of a sister site': { 'sec-fetch-site': 'same-site', ...navigation },
  'a script that reads': { origin: evil, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
} // prettier-ignore

const bodies = {
  json: JSON.stringify({
    code: 'vs-wk',
    quantity: 1,
    email: member.email,
    draft: { a: 'b' },
    days: 1,
    token: 'x',
    password: 'tulips in loam',
  }),
  form: 'intent=add&plan=vs-wk&code=vs-wk&email=somebody%40example.com&days=1&promo_code=FOREVER15',
}

const bodyFor = (headers: Headers): string =>
  headers['content-type']?.includes('json') || headers['content-type']?.startsWith('text')
    ? bodies.json
    : bodies.form

const filled = (path: string): string => path.replaceAll(/\{\w+\}|:\w+/g, 'syn-wk')

/** Addresses that are tried together: a look at all that is stored costs as much as ten requests. */
const together = <Address>(addresses: readonly Address[], nameOf: (address: Address) => string) =>
  groupsOf(addresses, 8).map((group) => ({ group, names: group.map(nameOf).join(', ') }))

/** The data as the previous test left it: nothing else writes here. */
let unchanged: Awaited<ReturnType<typeof fingerprint>> | null = null

/** Requests of one kind, and the statuses that each may be answered with; null for any. */
type Attack = readonly [requests: readonly Request[], statuses: readonly number[] | null]

/** Sends all of them; fails when anything in the database is another than before, or the session is gone. */
const withoutEffect = async (...attacks: readonly Attack[]): Promise<void> => {
  const before = unchanged ?? (await fingerprint(db))
  for (const [requests, statuses] of attacks) {
    const answers = []
    for (const request of requests) {
      const answer = await api.inject({ ...request, headers: { ...request.headers, host, cookie } })
      answers.push({ url: request.url, headers: request.headers, status: answer.statusCode })
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
      const cleared = [answer.headers['set-cookie'] ?? []]
        .flat()
        .filter((line) => /^loam_(session|jwt)=;/.test(line))
      expect(cleared).toEqual([])
    }
    if (statuses) expect(answers.filter(({ status }) => !statuses.includes(status))).toEqual([])
  }
  unchanged = await fingerprint(db)
  expect(unchanged).toEqual(before)
  const still = await api.inject({ method: 'GET', url: '/api/user', headers: { cookie } })
  expect(still.statusCode).toBe(200)
}

const isMachine = ({ access: who }: Endpoint): boolean => who === 'machine'

test('the same requests from the shop’s own pages take effect', async () => {
  const before = await fingerprint(db)
  const headers = {
    'content-type': 'application/json',
    origin: own,
    'sec-fetch-site': 'same-origin',
    host,
    cookie,
  }
  const answer = await api.inject({ method: 'POST', url: '/api/cart/items', headers, body: bodies.json })
  expect(answer.statusCode).toBe(200)
  expect(await fingerprint(db)).not.toEqual(before)
  const page = { ...form, origin: own, 'sec-fetch-site': 'same-origin', host, cookie, ...navigation }
  const between = await fingerprint(db)
  const posted = await api.inject({ method: 'POST', url: '/cart', headers: page, body: bodies.form })
  expect(posted.statusCode).toBeLessThan(400)
  expect(await fingerprint(db)).not.toEqual(between)
})

const writeEndpoints = api.endpoints.filter((call) => call.method !== 'GET' && !isMachine(call))

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

const writesTo = ({ method, path }: Endpoint): Attack[] => {
  const forms = Object.values(writes).map((headers) => ({
    method,
    url: filled(path),
    headers,
    body: bodyFor(headers),
  }))
  const question = {
    origin: evil,
    'access-control-request-method': method,
    'access-control-request-headers': 'content-type, x-scripted',
  }
  const url = `${filled(path)}?code=vs-wk&quantity=1&days=1&_method=${method}`
  const reading = Object.values(reads).map((headers) => ({ method: 'GET', url, headers }))
  const overridden = {
    method: 'POST',
    url: '/api/cart',
    headers: { ...form, 'x-http-method-override': method, origin: evil },
  }
  return [
    [forms, [403]],
    [[{ method: 'OPTIONS', url: filled(path), headers: question }], [404]],
    [[...reading, overridden], null],
  ]
}

test.each(together(writeEndpoints, nameOf))(
  'refused to other sites, without CORS permission, and without effect when read: $names',
  async ({ group }) => {
    await withoutEffect(...group.flatMap(writesTo))
  },
)

const readEndpoints = api.endpoints.filter(({ method }) => method === 'GET')

test.each(together(readEndpoints, nameOf))(
  'unchanged by links, images, frames and scripts of other sites: $names',
  async ({ group }) => {
    const readingOf = ({ path }: Endpoint): Attack => [
      Object.values(reads).map((headers) => ({ method: 'GET', url: filled(path), headers })),
      null,
    ]
    await withoutEffect(...group.map(readingOf))
  },
)

/** The processor's webhooks have no forms. */
const pages = ['/', ...screens.map(({ path }) => filled(path))]
const links = [
  '?cart=vs-wk',
  '?promo_code=FOREVER15',
  '?cart=vs-wk&promo_code=FOREVER15',
  '?intent=add&plan=vs-wk',
  '?token=x',
]

const formsTo = (url: string): Attack[] => {
  const forms = Object.values(writes).flatMap((headers) => [
    { method: 'POST', url, headers, body: bodyFor(headers) },
    { method: 'POST', url: `${url === '/' ? '/_root' : url}.data`, headers, body: bodyFor(headers) },
  ])
  // Every kind of reading, and every query with the kind that browsers give the most to: a link.
  const reading = [
    ...Object.values(reads).map((headers) => ({ method: 'GET', url, headers })),
    ...links.map((query) => ({ method: 'GET', url: `${url}${query}`, headers: reads['a link'] ?? {} })),
  ]
  // Pages of the shop send more headers than a form; no other site is allowed to.
  const question = {
    method: 'OPTIONS',
    url,
    headers: {
      origin: evil,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-scripted',
    },
  }
  return [
    [forms, [403]],
    [[question], [404]],
    [reading, null],
  ]
}

test.each(together(pages, (url) => url))(
  'refuses forms of other sites, and changes nothing when linked or embedded: $names',
  async ({ group }) => {
    await withoutEffect(...group.flatMap(formsTo))
  },
)

const deskPages = [
  '/desk',
  '/desk/sign-in',
  '/desk/person',
  '/desk/team',
  '/desk/orders/L000000000/refund',
  '/desk/fulfillment/tracking',
  '/desk/catalogue/entries/syn-wk',
  '/desk/flags/ape-cart',
  '/desk/developers/keys',
  '/desk/approvals/01890000-0000-7000-8000-000000000000',
]

test('the desk refuses forms of other sites, also in the browser of a signed-in owner', async () => {
  const owner = await joinDesk(api, 'owner')
  const before = await fingerprint(db)
  const statusOf = async (url: string, headers: Headers): Promise<number> => {
    const sent = { ...headers, host, cookie: owner.cookie }
    return (await api.inject({ method: 'POST', url, headers: sent, body: bodyFor(headers) })).statusCode
  }
  for (const url of deskPages)
    for (const [what, headers] of Object.entries(writes))
      expect([url, what, await statusOf(url, headers)]).toEqual([url, what, 403])
  expect(await fingerprint(db)).toEqual(before)
  // The same browser may send a form of the desk itself.
  const same = { ...form, origin: own, 'sec-fetch-site': 'same-origin', ...navigation }
  expect(await statusOf('/desk/person', same)).not.toBe(403)
  // That form wrote something, so the next test takes its own snapshot.
  unchanged = null
})

describe('the card processor', () => {
  let before: Awaited<ReturnType<typeof fingerprint>>
  beforeAll(async () => {
    before = await fingerprint(db)
  })

  test('is trusted by its signature only', async () => {
    const event = JSON.stringify({
      id: 'evt_1',
      type: 'charge.succeeded',
      created: 1,
      data: { object: { id: 'ch_1' } },
    })
    const signatures: readonly Headers[] = [
      {},
      { 'sandbox-signature': 't=1,v1=00' },
      { 'stripe-signature': 't=1,v1=00' },
    ]
    for (const signature of signatures) {
      for (const processor of ['sandbox', 'stripe', 'other']) {
        const headers = { 'content-type': 'application/json', ...signature }
        const answer = await api.inject({
          method: 'POST',
          url: `/api/payment/webhook/${processor}`,
          headers,
          body: event,
        })
        expect([processor, answer.statusCode]).toEqual([processor, 403])
      }
    }
    expect(await fingerprint(db)).toEqual(before)
  })
})
