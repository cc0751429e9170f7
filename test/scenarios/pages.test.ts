import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { saveDraft } from '#cart/endpoints.ts'
import { newApiClient } from '../support/api-client.ts'
import type { ApiResponse } from '../support/api-client.ts'
import { testInOneShop } from '../support/shop.ts'
import type { TestShop } from '../support/shop.ts'

const test = testInOneShop()

const visit = (shop: TestShop, path: string, headers: Record<string, string> = {}): Promise<ApiResponse> =>
  newApiClient(shop.url).send({ method: 'GET', path, headers })

/** `fetch` would say that a script requests it. */
const openedInBrowser = async (url: string) => {
  const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject)
  })
  return { status: answer.statusCode, text: await text(answer) }
}

const post = (shop: TestShop, path: string, type: string, body: string): Promise<ApiResponse> =>
  newApiClient(shop.url).send({ method: 'POST', path, body, headers: { 'content-type': type } })

test('a visitor page is cached: it has the same bytes, and 304 for browsers that have it', async ({
  shop,
}) => {
  const first = await visit(shop, '/science')
  const second = await visit(shop, '/science?utm_source=letter')
  expect(second.text).toBe(first.text)
  const etag = first.headers.get('etag') ?? ''
  const third = await visit(shop, '/science', { 'if-none-match': etag })
  expect([third.status, third.text]).toEqual([304, ''])
})

test('pages answered from the cache are counted separately', async ({ shop }) => {
  const counted = async (): Promise<number> => {
    const { text } = await visit(shop, '/metrics')
    return Number(/^loam_cached_pages_total (\d+)$/m.exec(text)?.[1])
  }
  await visit(shop, '/approach')
  const before = await counted()
  await visit(shop, '/approach')
  await visit(shop, '/approach?utm_source=letter')
  expect((await counted()) - before).toBe(2)
})

test('a price change is shown on a cached page', async ({ shop }) => {
  expect((await visit(shop, '/daily-synbiotic')).text).toContain('$49.99')
  await shop.changePrice('syn-wk', 5199)
  await shop.waitForPrice('syn-wk', '51.99')
  const after = await visit(shop, '/daily-synbiotic')
  expect(after.text).toContain('$51.99')
  expect((await visit(shop, '/get-started')).text).toContain('$51.99')
  await shop.changePrice('syn-wk', 4999)
  await shop.waitForPrice('syn-wk', '49.99')
})

test('the quiz banner is not shown in an excluded region (spec §4)', async ({ shop }) => {
  const banner = 'Find Out if DS-01 Is Right for You</span>'
  const oregon = newApiClient(shop.url, { 'x-country': 'US', 'x-region': 'OR' })
  const nevada = newApiClient(shop.url, { 'x-country': 'US', 'x-region': 'NV' })
  const read = async (client: typeof oregon) => (await client.send({ method: 'GET', path: '/science' })).text
  await read(oregon)
  await read(nevada)
  expect(await read(oregon)).toContain(banner)
  expect(await read(nevada)).not.toContain(banner)
})

test('a member never gets a cached visitor page, and a visitor never gets a member page', async ({
  shop,
}) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  await visitor.checkout()
  const member = await shop.asMember(visitor)
  const own = await member.client.send({ method: 'GET', path: '/science' })
  expect(own.text).toContain(visitor.email)
  expect(own.headers.get('cache-control')).toBe('no-store')
  expect((await visit(shop, '/science')).text).not.toContain(visitor.email)
})

test('a member’s page is compressed unless another site may have requested it', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  await visitor.checkout()
  const { client } = await shop.asMember(visitor)
  const cookie = [...client.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  // By the bare client: `fetch` says by itself in which mode it asks.
  const coding = async (path: string, headers: Readonly<Record<string, string>>) => {
    const sent = { 'accept-encoding': 'br', 'x-country': 'US', cookie, ...headers }
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      get(new URL(path, shop.url), { headers: sent }, resolve).on('error', reject)
    })
    answer.resume()
    return answer.headers['content-encoding'] ?? null
  }
  for (const path of ['/account/home', '/account/orders', '/science', '/cart']) {
    expect(await coding(path, { 'sec-fetch-site': 'same-origin' }), path).toBe('br')
    expect(await coding(path, { 'sec-fetch-site': 'none' }), path).toBe('br')
    for (const site of ['cross-site', 'same-site'])
      expect(await coding(path, { 'sec-fetch-site': site }), path).toBeNull()
    expect(await coding(path, {}), path).toBeNull()
    // The shop's worker asks for a page that another site has linked to.
    const byWorker = {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'empty',
    }
    expect(await coding(path, byWorker), path).toBeNull()
    const byLink = { ...byWorker, 'sec-fetch-dest': 'document' }
    expect(await coding(path, byLink), path).toBe('br')
  }
})

test('pages allow only the scripts and styles that the policy names', async ({ shop }) => {
  for (const path of ['/', '/daily-synbiotic', '/cart', '/login', '/nothing-here']) {
    const { headers, text } = await visit(shop, path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy, path).toContain(`default-src 'none'`)
    expect(policy, path).not.toContain('unsafe')
    expect(text, path).not.toMatch(/\sstyle="/)
    expect(headers.get('content-type'), path).toBe('text/html; charset=utf-8')
  }
})

test('a page has one compressed style sheet, which begins with its layer order', async ({ shop }) => {
  const { text } = await visit(shop, '/science')
  const sheets = text.match(/\/assets\/[^"]+\.css/g) ?? []
  expect(sheets).toHaveLength(1)
  const sheet = await visit(shop, sheets[0] ?? '', { 'accept-encoding': 'br' })
  expect(sheet.headers.get('content-encoding')).toBe('br')
  expect(sheet.text).toMatch(/^@layer tokens, ?base, ?ui, ?shell, ?screen;/)
})

test('a page sends its small scripts, and no React', async ({ shop }) => {
  const { text } = await visit(shop, '/daily-synbiotic')
  // Beside those that run, the page describes itself to search engines.
  expect(text.match(/<script(?! type="application\/ld\+json")/g)?.length).toBe(2)
  expect(text).not.toContain('modulepreload')
})

test('typed text is escaped on the checkout page, whatever it contains', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  const scripts = async (city: string): Promise<readonly [number, string]> => {
    await visitor.client.call(saveDraft, { draft: { 'address.city': city } })
    const { text } = await visitor.client.send({ method: 'GET', path: '/checkout' })
    return [text.match(/<script/gi)?.length ?? 0, text]
  }
  const [before, plain] = await scripts('Portland')
  expect(plain).toContain('Portland')
  for (const hostile of [
    '</script><script>steal()</script>',
    '<!--<script>steal()',
    '"><img src=x onerror=steal()>',
    "'-steal()-'",
    '\u2028steal()\u2029',
    '\\u003c/script>steal()',
  ]) {
    const [now, text] = await scripts(hostile)
    expect([hostile, now, /<img src=x|<!--<script/.test(text)]).toEqual([hostile, before, false])
    expect(text).toContain('steal()')
  }
})

test('no page has a second address that answers its raw data', async ({ shop }) => {
  const mara = await shop.member({ plan: 'monthly refill' })
  const [order] = await mara.orders()
  const paths = ['/.data', '/_root.data', '/science.data', '/account.data', '/account/orders.data?_routes=orders', `/account/orders/${order?.number}.data`, '/login.data#x', '/__manifest?p=%2Faccount'] // prettier-ignore
  for (const path of paths) {
    const { status, text } = await mara.client.send({ method: 'GET', path })
    expect([path, status]).toEqual([path, 404])
    expect(text).not.toContain('Ito')
  }
  const page = await openedInBrowser(`${shop.url}/account.data`)
  expect(page.status).toBe(404)
  expect(page.text).toContain('<main')
  expect(shop.logged().filter((line) => line.includes('failed') || line.includes('could not'))).toEqual([])
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: shop.url }
  const sent = await mara.client.send({ method: 'POST', path: '/sign-out.data', headers: form, body: '' })
  expect(sent.status).toBe(404)
  expect((await mara.client.send({ method: 'GET', path: '/api/user' })).status).toBe(200)
})

test('an unknown page answers an error page with status 404, and an unknown API address answers JSON', async ({
  shop,
}) => {
  const page = await visit(shop, '/nothing-here')
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect(page.text).toContain('There is nothing at this address')
  // A page without a header gets one when it fails: its own links are gone with it.
  const blank = await visit(shop, '/onboarding/nothing-here')
  expect(blank.status).toBe(404)
  expect(blank.text).toContain('data-header=""')
  const call = await visit(shop, '/api/nothing-here')
  expect([call.status, call.headers.get('loam-error')]).toEqual([404, 'NOT_FOUND'])
})

/** What is answered while a table is away. */
const without = async (
  shop: TestShop,
  table: string,
  ask: () => Promise<ApiResponse>,
): Promise<ApiResponse> => {
  const rename = (from: string, to: string) =>
    shop.app.change(
      async ({ db }) => void (await sql`alter table ${sql.id(from)} rename to ${sql.id(to)}`.execute(db)),
    )
  await rename(table, `${table}_away`)
  try {
    return await ask()
  } finally {
    await rename(`${table}_away`, table)
  }
}

test('a page that fails shows the error page without the cause, and is reported', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  const cart = () => visitor.client.send({ method: 'GET', path: '/cart' })
  const broken = await without(shop, 'cart', cart)
  expect(broken.status).toBe(500)
  expect(broken.text).toContain('Sorry, Something Went Wrong')
  expect(broken.text).toContain('Refresh the Page')
  // The script of every page sees the mark and sends the Site Down event (spec §8).
  expect(broken.text).toContain('data-site-down=""')
  expect(broken.text).not.toMatch(/cart_away|relation|does not exist/)
  // Only the page failed: the shell still works.
  expect(broken.text).toContain('data-header=""')
  const page = '/account/orders/L81GY0PND4'
  const response = await post(shop, '/api/site-down', 'application/json', JSON.stringify({ page }))
  expect(response.status).toBe(200)
  const lines = () => shop.logged().filter((line) => line.includes('a page could not be drawn'))
  // The line of the log may arrive after the answer.
  await expect.poll(lines).toEqual([expect.stringContaining('"page":"/account/orders/…"')])
  expect((await cart()).status).toBe(200)
})

test('a failing account page keeps the account navigation and its own status', async ({ shop }) => {
  const buyer = shop.visitor()
  await buyer.add('syn-wk')
  await buyer.checkout()
  const { client } = await shop.asMember(buyer)
  const look = (path: string) => () => client.send({ method: 'GET', path })
  const navigation = 'aria-label="My Account"'
  const missing = await look('/account/orders/L000000000')()
  expect(missing.status).toBe(404)
  expect(missing.text).toContain('We couldn’t find this in your account.')
  const broken = await without(shop, 'order', look('/account/orders'))
  expect(broken.status).toBe(500)
  expect(broken.text).toContain('Sorry, Something Went Wrong')
  for (const { text } of [missing, broken]) {
    expect(text).toContain(navigation)
    expect(text).toContain('<footer')
    expect(text.match(/<h1/g)).toHaveLength(1)
  }
  // If the shell cannot be rendered, the fallback screen is all there is.
  const lost = await without(shop, 'experiment_choice', look('/account/orders'))
  expect(lost.status).toBe(500)
  expect(lost.text).toContain('Refresh the Page')
  expect(lost.text).not.toMatch(/<footer|data-header=""|aria-label="My Account"/)
})

test('a page that needs sign-in leads to the sign-in and back', async ({ shop }) => {
  const { status, headers } = await visit(shop, '/account/orders')
  expect([status, headers.get('location')]).toEqual([303, '/login?return_to=%2Faccount%2Forders'])
})

test('a form that is too large or of another type is refused with a page', async ({ shop }) => {
  const large = await post(shop, '/cart', 'application/x-www-form-urlencoded', `a=${'x'.repeat(100_001)}`)
  expect(large.status).toBe(413)
  expect(large.text).toContain('The request body is too large.')
  const typed = await post(shop, '/cart', 'text/xml', '<a/>')
  expect(typed.status).toBe(415)
  expect(typed.headers.get('content-type')).toBe('text/html; charset=utf-8')
})

test('a form sent to a page without forms is refused', async ({ shop }) => {
  expect((await post(shop, '/science', 'application/x-www-form-urlencoded', 'a=b')).status).toBe(405)
})
