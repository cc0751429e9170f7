import fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { screens } from '../../src/web/routing/paths.ts'
import { places } from '../support/places.ts'
import { shopSource } from '../repo/source-files.ts'
import { cookieHeader, openTestApi } from '../api/test-api.ts'
import { joinDesk } from '../api/desk-person.ts'
import { responseChecker, type PublishedDocument } from '../api/documented-answers.ts'
import { requestsTo } from '../api/fuzz-requests.ts'
import { isRecord } from '#shared/is-record.ts'

/** Names that every plain object has, although nobody has put them there. */
const inherited = ['toString', '__proto__'] as const

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())
const member = await shop.member({ plan: 'monthly refill' })
const [subscription] = await member.subscriptions()
const document: PublishedDocument = (await api.inject({ method: 'GET', url: '/api/openapi.json' })).json()
const wrongIn = responseChecker(document)

const ask = (method: string, url: string, body?: unknown) =>
  api.inject({
    method,
    url,
    headers: { cookie: cookieHeader(member.client.jar), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

/** Calls end sessions and empty carts; each starts with both. */
beforeEach(async () => {
  await api.forgetCounts()
  await member.signIn()
  await member.add('syn-wk')
})

/** The payload once for each text in it, with the name in place of that text. */
const withNameInEveryText = (payload: unknown, name: string): unknown[] => {
  if (typeof payload === 'string') return [name]
  if (Array.isArray(payload))
    return payload.flatMap((one) => withNameInEveryText(one, name).map((made) => [made]))
  if (!isRecord(payload)) return []
  return Object.entries(payload).flatMap(([key, value]) =>
    withNameInEveryText(value, name).map((made) => ({ ...payload, [key]: made })),
  )
}

const parsed = (text: string | undefined): unknown => (text === undefined ? {} : JSON.parse(text))

const pools = { country: ['US'], region: ['OR'], zip: ['97201'] }

const samples = (call: Endpoint) =>
  fc.sample(requestsTo(call, document, pools, 'honest'), {
    numRuns: 1,
    seed: 36,
  })

describe.each(api.endpoints)('$name', (call) => {
  test('treats an inherited property name as text in every field', async () => {
    for (const name of inherited) {
      for (const { request } of samples(call)) {
        const bodies =
          request.body === undefined ? [undefined] : withNameInEveryText(parsed(request.body), name)
        const [path = '', query = ''] = request.url.split('?')
        const urls = [
          ...[...new URLSearchParams(query)].map(([key]) => {
            const changed = new URLSearchParams(query)
            changed.set(key, name)
            return `${path}?${changed}`
          }),
          call.path.replaceAll(/\{\w+\}/g, name),
        ]
        for (const body of bodies)
          for (const url of body === undefined ? urls : [request.url]) {
            const answer = await ask(request.method, url, body)
            expect(wrongIn(call, answer), `${url} ${JSON.stringify(body)}`).toBeNull()
          }
      }
    }
  })
})

test.each(inherited)('a region %s causes no error in prices or in forms that save it', async (name) => {
  const preview = await ask('POST', '/ecommerce/purchase/preview/', {
    country: 'US',
    region: name,
    zip: '97201',
  })
  expect(preview.statusCode).toBeLessThan(500)
  await ask('PUT', '/api/cart/draft', { draft: { 'address.country': 'US', 'address.region': name } })
  await ask('POST', '/account/addresses/', { ...places.oregon, region: name })
  const address = { subscription_id: subscription?.id ?? '', address: { ...places.oregon, region: name } }
  expect((await ask('PUT', '/api/shipping-address', address)).statusCode).toBeLessThan(500)
  expect((await ask('GET', '/checkout')).statusCode).toBe(200)
})

/** Every name that a page reads from its address. */
const parameters = [
  ...new Set(
    shopSource().flatMap(({ text }) =>
      [...text.matchAll(/(?:searchParams|query)\.(?:get|has)\('(\w+)'\)/g)].map(([, name = '']) => name),
    ),
  ),
]

test.each(inherited)('no shop page fails with %s as a value in its address', async (name) => {
  expect(parameters).toContain('done')
  const query = new URLSearchParams(parameters.map((parameter) => [parameter, name]))
  for (const { path } of [...screens, { path: '/:slug' }, { path: '/cultured/:slug' }]) {
    const { statusCode } = await ask('GET', `${path.replaceAll(/:\w+/g, name)}?${query}`)
    expect(statusCode, path).toBeLessThan(500)
  }
})

const deskPaths = shopSource().flatMap(({ path, text }) =>
  path.endsWith('/desk-routes.tsx') ? [...text.matchAll(/screen\('([^']+)'/g)].map(([, at = '']) => at) : [],
)

test.each(inherited)('no desk page or form fails with %s as a value', async (name) => {
  const owner = await joinDesk(api, 'owner', `owner-${name.length}`)
  expect(deskPaths).toContain('/desk/team')
  const texts = new URLSearchParams([...parameters, 'intent', 'change'].map((parameter) => [parameter, name]))
  const typed = ['country', 'zone', 'holidays'].map((field) => `/desk/places/change?${field}=%D9%A3`)
  for (const url of [...deskPaths.map((path) => `${path.replaceAll(/:\w+/g, name)}?${texts}`), ...typed]) {
    expect((await owner.get(url)).statusCode, url).toBeLessThan(500)
    const posted = await api.inject({
      method: 'POST',
      url: url.split('?')[0] ?? '',
      headers: { cookie: owner.cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: String(texts),
    })
    expect(posted.statusCode, `a form at ${url}`).toBeLessThan(500)
  }
})

test('after all these requests the member can sign in, and no error is in the log', async () => {
  await member.signIn()
  const logPattern = /^a page could not be drawn |"security":"/
  expect(api.logged.filter((line) => !logPattern.test(line))).toEqual([])
})
