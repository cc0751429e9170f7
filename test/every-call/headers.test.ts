import { afterAll, describe, expect, test } from 'vitest'
import { viewInvoice } from '#invoice/endpoints.ts'
import { screens } from '#web/routing/paths.ts'
import { joinDesk } from '../api/desk-person.ts'
import { cookieHeader, openTestApi, type TestApi } from '../api/test-api.ts'

const plain = await openTestApi()
const secure = await openTestApi('https://shop.example')
afterAll(() => Promise.all([plain.close(), secure.close()]))

const filled = (path: string): string => path.replaceAll(/\{\w+\}|:\w+/g, 'nothing')

/** Pages and calls, what is not there, what cannot be read, health, files and the description. */
const addresses: readonly (readonly [method: string, url: string])[] = [
  ['GET', '/'],
  ...screens.map(({ path }): readonly [string, string] => ['GET', filled(path)]),
  ...plain.endpoints.map(({ method, path }): readonly [string, string] => [method, filled(path)]),
  ['GET', '/no-such-page'],
  ['GET', '/cart.data'],
  ['GET', '/api/no-such-call'],
  ['PATCH', '/api/cart'],
  ['DELETE', '/no-such-page'],
  ['GET', '/%zz'],
  ['POST', '/cart'],
  ['GET', '/livez'],
  ['GET', '/metrics'],
  ['GET', '/readyz'],
  ['GET', '/api/docs'],
  ['GET', '/api/openapi.json'],
  ['POST', '/api/partner/oauth/token'],
  ['GET', '/.well-known/oauth-authorization-server'],
  ['GET', '/service-worker.js'],
  ['GET', '/favicon.svg'],
]

const headersAt = async ({ inject, opened }: TestApi, method: string, url: string) =>
  (await inject({ method, url, headers: { host: new URL(opened.settings.publicUrl).host } })).headers

/** Of pages with wallets, which open a window that has to report to its page; a checkout without a cart is none. */
const walletPages = new Set<string>(
  screens.filter(({ file }) => /\/(product|cart)-page\.tsx$/.test(file)).map(({ path }) => filled(path)),
)

const openerPolicyOf = (method: string, url: string): string =>
  ['GET', 'POST'].includes(method) && walletPages.has(url) ? 'same-origin-allow-popups' : 'same-origin'

describe.each(addresses)('%s %s', (method, url) => {
  test('carries the security headers', async () => {
    // Twice: a cached page answers before anything else the second time.
    for (const _ of ['rendered', 'kept']) {
      const headers = await headersAt(plain, method, url)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|same-origin)$/),
        'cross-origin-opener-policy': openerPolicyOf(method, url),
        'permissions-policy': expect.stringContaining('camera=()'),
      })
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('server')
    }
  })

  test('cannot be framed, and allows only named scripts', async () => {
    const policy = String((await headersAt(plain, method, url))['content-security-policy'])
    expect(policy).toMatch(/frame-ancestors 'none'/)
    expect(policy).toMatch(/default-src 'none'/)
    // The sandbox's card field is the only foreign content that a page of cards allows.
    const own = policy.replaceAll(plain.shop.app.sandboxUrl, '')
    expect(own).not.toMatch(/unsafe-(inline|eval|hashes)|\*|data:|http:|ws:/)
  })

  test('sends HSTS only where the shop is reached by https', async () => {
    expect(await headersAt(plain, method, url)).not.toHaveProperty('strict-transport-security')
    expect((await headersAt(secure, method, url))['strict-transport-security']).toMatch(/^max-age=\d{8,}/)
  })
})

test('browsers and proxies may not store any response of a member', async () => {
  const member = await plain.shop.member({ plan: 'monthly refill' })
  const headers = { cookie: cookieHeader(member.client.jar) }
  const reads = addresses.filter(([method]) => method === 'GET')
  const own = reads.filter(
    ([, url]) =>
      !/^\/(livez|readyz|favicon\.svg|service-worker\.js|\.well-known|%zz)|^\/api\/(openapi\.json|docs)/.test(
        url,
      ),
  )
  expect(own.length).toBeGreaterThan(60)
  const [order] = await member.orders()
  for (const url of [...own.map(([, path]) => path), `/account/orders/${order?.number ?? ''}`]) {
    const answer = await plain.inject({ method: 'GET', url, headers })
    if (answer.statusCode >= 300 && answer.statusCode < 400) continue
    expect([url, answer.headers['cache-control']]).toEqual([url, 'no-store'])
  }
})

test('browsers and proxies may not store files of a member, whether opened by session or by key', async () => {
  const buyer = plain.shop.visitor()
  await buyer.add('syn-rf')
  const { checkout_id: checkout } = await buyer.checkout()
  const member = await plain.shop.asMember(buyer)
  const [order] = await member.orders()
  const number = order?.number ?? ''
  const { key } = await member.client.call(viewInvoice, { id: number })
  await member.prove()
  const cookie = cookieHeader(member.client.jar)
  for (const [url, type] of [
    [`/account/orders/${number}/invoice.pdf`, 'application/pdf'],
    [`/invoice.pdf?key=${key}`, 'application/pdf'],
    ['/account/your-data.json', 'application/json'],
    [`/thank-you.ics?checkout=${checkout}`, 'text/calendar'],
  ] as const) {
    const { statusCode, headers } = await plain.inject({ method: 'GET', url, headers: { cookie } })
    const sort = String(headers['content-type']).split(';')[0]
    expect([url, statusCode, sort, headers['cache-control']]).toEqual([url, 200, type, 'no-store'])
  }
})

/** Pages, files, a redirect and what is not there; the one page with a camera: `desk-fulfillment.test.ts`. */
const deskAddresses = [
  '/desk',
  '/desk/find?q=mara',
  '/desk/orders',
  '/desk/orders.csv',
  '/desk/orders/L000000000',
  '/desk/fulfillment',
  '/desk/fulfillment/shipments.csv?until=2031-01-06',
  '/desk/fulfillment/slips.pdf?number=L000000000',
  '/desk/messages',
  '/desk/report',
  '/desk/finance/ledger.csv',
  '/desk/developers/keys',
  '/desk/catalogue',
  '/desk/team/log',
  '/desk/sign-in',
  '/desk/no-such-page',
]

test('desk responses have the security headers, are not stored, and are not indexed', async () => {
  const owner = await joinDesk(plain, 'owner')
  for (const cookie of [owner.cookie, ''])
    for (const url of deskAddresses) {
      const { headers } = await plain.inject({ method: 'GET', url, headers: { cookie } })
      expect([url, headers]).toEqual([
        url,
        expect.objectContaining({
          'x-content-type-options': 'nosniff',
          'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|same-origin)$/),
          'cross-origin-opener-policy': 'same-origin',
          'permissions-policy': expect.stringContaining('camera=()'),
          'cache-control': 'no-store',
          'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
        }),
      ])
      expect(String(headers['content-security-policy'])).not.toMatch(/unsafe|\*|data:|https?:|ws:/)
    }
  const page = await owner.get('/desk')
  expect([page.statusCode, page.headers['x-robots-tag']]).toEqual([200, 'noindex, nofollow'])
})

test('a cached page has the same headers as an uncached one', async () => {
  const { shop } = plain
  const over = async () => (await fetch(`${shop.url}/daily-synbiotic`)).headers
  const [first, second] = [await over(), await over()]
  for (const name of [
    'content-security-policy',
    'x-content-type-options',
    'referrer-policy',
    'permissions-policy',
  ]) {
    expect(second.get(name)).toBe(first.get(name))
    expect(second.get(name)).not.toBeNull()
  }
})

test('process metrics count requests by route and jobs by state, and are not public', async () => {
  await plain.inject({ method: 'GET', url: '/account/verify-account/somebody' })
  const shown = await plain.inject({ method: 'GET', url: '/metrics' })
  expect(shown.statusCode).toBe(200)
  expect(shown.body).toMatch(
    /loam_request_seconds_count\{method="GET",route="\/account\/verify-account\/:id\/?"/,
  )
  expect(shown.body).not.toContain('somebody')
  expect(shown.body).toMatch(/loam_jobs\{state="dead"\} 0/)
  expect(shown.body).toMatch(/loam_database_connections\{state="idle"\} \d/)
  expect((await secure.inject({ method: 'GET', url: '/metrics' })).statusCode).toBe(404)
})
