import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { screens } from '#web/routing/paths.ts'
import { databaseByProxy } from '../support/database-proxy.ts'
import { cookieHeader, openTestApi } from './test-api.ts'

type Proxy = Awaited<ReturnType<typeof databaseByProxy>>
let proxy: Proxy | undefined

const api = await openTestApi(undefined, async (shop) => {
  proxy = await databaseByProxy(shop.app.database.address)
  return { ...shop.app.database, ...proxy.database }
})
const member = await api.shop.member({ plan: 'monthly refill' })
const cookie = cookieHeader(member.client.jar)

/** How browsers open a page, with and without the headers of Sec-Fetch. */
const navigations = [
  { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  // As Chromium says it while a service worker controls the page.
  { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'empty' },
] as const

const ask = async (method: string, url: string, headers: Readonly<Record<string, string>>, body?: string) => {
  const answer = await api.inject({ method, url, headers, ...(body === undefined ? {} : { body }) })
  return {
    status: answer.statusCode,
    type: String(answer.headers['content-type']).split(';')[0],
    retry: answer.headers['retry-after'],
    fallback: answer.body.includes('Sorry, Something Went Wrong'),
    refresh: answer.body.includes('Refresh the Page'),
    tells: answer.body.includes('data-site-down'),
    code: /"code":"(\w+)"/.exec(answer.body)?.[1],
  }
}

const theFallback = {
  status: 503,
  type: 'text/html',
  retry: '5',
  fallback: true,
  refresh: true,
  tells: true,
  code: undefined,
}
const json = {
  status: 503,
  type: 'application/json',
  retry: '5',
  fallback: false,
  refresh: false,
  tells: false,
  code: 'SHOP_BUSY',
}

const filled = (path: string): string => path.replaceAll(/\{\w+\}|:\w+/g, 'somebody')

/** Everything that a person opens: screens, pages that do not exist, files, calls that browsers open by a link. */
const addresses = [
  ...new Set([
    ...screens.map(({ path }) => filled(path)),
    '/no-such-page',
    ...api.endpoints
      .filter(({ method, path, page, access: who }) => method === 'GET' && !path.startsWith('/api/') && !page && who !== 'machine')
      .map(({ path }) => filled(path)), // prettier-ignore
  ]),
]

afterAll(async () => {
  await api.close()
  await proxy?.database.close()
})

describe('while the database is away', () => {
  beforeAll(() => proxy?.disconnect())

  test.each(addresses)('%s shows the error page in a browser', async (url) => {
    for (const headers of navigations)
      expect(await ask('GET', url, { ...headers, cookie })).toEqual(theFallback)
  })

  test('a submitted form gets the error page', async () => {
    const form = { ...navigations[0], cookie, 'content-type': 'application/x-www-form-urlencoded' }
    expect(await ask('POST', '/cart', form, 'intent=add&plan=syn-wk')).toEqual(theFallback)
  })

  const calls = api.endpoints.filter(({ access: who, page }) => who === 'member' && !page)

  test.each(calls)('$method $path answers JSON to scripts and programs', async ({ method, path }) => {
    const scripts = { accept: '*/*', 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' }
    for (const headers of [{}, scripts])
      expect(await ask(method, filled(path), { ...headers, cookie })).toEqual(json)
  })

  test('an endpoint under /api answers JSON to every client', async () => {
    expect(await ask('GET', '/api/user', { ...navigations[0], cookie })).toEqual(json)
    expect(await ask('GET', '/api/no-such-call', { ...navigations[0], cookie })).toMatchObject({
      status: 404,
      type: 'application/json',
    })
  })
})

describe('when the database is back', () => {
  beforeAll(async () => {
    await proxy?.reconnect()
  })

  test('the same addresses answer normally', async () => {
    expect(await ask('GET', '/account/orders', { ...navigations[0], cookie })).toMatchObject({
      status: 200,
      fallback: false,
    })
    expect(await ask('GET', '/api/user', { cookie })).toMatchObject({ status: 200 })
  })
})

test.each(['/%zz', '/account/%E0%A4%A', '/no-such-page', '/cultured/nothing'])(
  '%s, which no page has, is an HTML 404 page in a browser',
  async (url) => {
    for (const headers of navigations)
      expect(await ask('GET', url, headers)).toMatchObject({ status: 404, type: 'text/html' })
  },
)

test('a request refused before routing gets a page for a form and JSON for a script', async () => {
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const form = { ...navigations[0], ...foreign, 'content-type': 'application/x-www-form-urlencoded' }
  for (const url of ['/cart', '/account/login/', '/no-such-page'])
    expect(await ask('POST', url, form, 'a=b')).toMatchObject({ status: 403, type: 'text/html' })
  const script = { ...foreign, 'sec-fetch-mode': 'cors', 'content-type': 'application/json' }
  expect(await ask('POST', '/account/login/', script, '{}')).toMatchObject({ status: 403, code: 'FORBIDDEN' })
})
