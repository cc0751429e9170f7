import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestShop } from '../support/shop.ts'

const shop = await openTestShop({ environment: { COUNTRY_HEADER: 'x-country' } })
afterAll(() => shop.close())

const path = '/api/external/plans/'

type Headers = Readonly<Record<string, string>>

const readAnswer = async (answer: IncomingMessage) => ({
  status: answer.statusCode,
  headers: answer.headers,
  body: await buffer(answer),
})

/** One request as it goes over the wire, with nothing that a client library adds. */
const ask = async (headers: Headers = {}, { method = 'GET', query = '' } = {}) => {
  const { hostname, port } = new URL(shop.url)
  const sent = request({ hostname, port, path: `${path}${query}`, method, headers, agent: false })
  const answered = once(sent, 'response')
  sent.end()
  const [answer] = await answered
  return readAnswer(answer)
}

const Plans = z.array(z.object({ code: z.string(), price: z.string(), currency: z.string() }))

const plansIn = (body: Buffer) => Plans.parse(JSON.parse(body.toString()))

/** How many answers came from memory. */
const fromMemory = async (): Promise<number> => {
  const text = await (await fetch(`${shop.url}/metrics`)).text()
  return Number(/^loam_cached_pages_total (\d+)/m.exec(text)?.[1])
}

test('the second answer comes from the cache and equals the first byte for byte', async () => {
  const first = await ask()
  const before = await fromMemory()
  const second = await ask()
  expect(await fromMemory()).toBe(before + 1)
  const { 'x-request-id': firstId, date: _first, ...firstHeaders } = first.headers
  const { 'x-request-id': secondId, date: _second, ...secondHeaders } = second.headers
  expect(secondHeaders).toEqual(firstHeaders)
  expect(secondId).not.toBe(firstId)
  expect(second.body.equals(first.body)).toBe(true)
  expect(secondHeaders['content-security-policy']).toContain("default-src 'none'")
})

test('requests with a query are not cached', async () => {
  const before = await fromMemory()
  for (const query of ['?', '?x=1', '?x=1', '?group=partner', '?group=partner']) await ask({}, { query })
  expect(await fromMemory()).toBe(before)
})

test('clients that accept Brotli or gzip get the same plans compressed', async () => {
  const plain = await ask()
  const [br, gzip] = [await ask({ 'accept-encoding': 'gzip, br' }), await ask({ 'accept-encoding': 'gzip' })]
  expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
  expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true)
  expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true)
  const { etag } = plain.headers
  const unchanged = await ask({ 'if-none-match': String(etag) })
  expect([unchanged.status, unchanged.body.length]).toEqual([304, 0])
})

test('visitors with another currency get other prices, by country and by choice', async () => {
  const currencyOf = async (headers: Headers) => plansIn((await ask(headers)).body)[0]?.currency
  const askers: readonly (readonly [Headers, string])[] = [
    [{}, 'USD'],
    [{ 'x-country': 'CA' }, 'CAD'],
    [{ 'x-country': 'DE' }, 'EUR'],
    [{ 'x-country': 'DE', cookie: 'loam_currency=GBP' }, 'GBP'],
    [{ cookie: 'loam_currency =GBP' }, 'GBP'],
    [{ cookie: 'loam_country=CA' }, 'CAD'],
  ]
  for (const [headers, currency] of [...askers, ...askers.toReversed()])
    expect([headers, await currencyOf(headers)]).toEqual([headers, currency])
})

test('no request changes the answer of the next one', async () => {
  const { body, headers } = await ask()
  const kept = { body: body.toString(), type: headers['content-type'], policy: headers['cache-control'] }
  const odd: readonly (readonly [Headers, { readonly method?: string; readonly query?: string }?])[] = [
    [{}, { query: '?group=partner' }],
    [{}, { query: '?group=nothing' }],
    [{}, { query: '?' }],
    [{}, { method: 'HEAD' }],
    [{}, { method: 'POST' }],
    [{ accept: 'text/csv' }],
    [{ accept: 'text/html', 'accept-language': 'de' }],
    [{ cookie: 'loam_session=x; loam_currency=EUR' }],
    [{ cookie: 'loam_currency=QQQ; loam_country=../..' }],
    [{ 'x-country': 'ZZ' }],
    [{ origin: 'https://elsewhere.example', 'sec-gpc': '1' }],
    [{ 'if-none-match': '*', range: 'bytes=0-3' }],
    [{ host: 'elsewhere.example' }],
  ]
  for (const [given, how] of odd) {
    await ask(given, how)
    const next = await ask()
    const got = {
      body: next.body.toString(),
      type: next.headers['content-type'],
      policy: next.headers['cache-control'],
    }
    expect([given, how, got]).toEqual([given, how, kept])
  }
  expect((await ask({ host: 'elsewhere.example' })).status).toBe(400)
  expect((await ask({}, { method: 'HEAD' })).body).toHaveLength(0)
})

test('a price that changes during many requests is used for every request afterwards', async () => {
  const priceOf = async () => plansIn((await ask()).body).find(({ code }) => code === 'syn-wk')?.price
  const askers = Array.from({ length: 8 }, async () => {
    for (let asked = 0; asked < 60; asked += 1) await ask()
  })
  for (const cents of [5_101, 5_102, 5_103, 5_104]) {
    await shop.changePrice('syn-wk', cents)
    await expect.poll(priceOf).toBe((cents / 100).toFixed(2))
  }
  await Promise.all(askers)
  expect(await priceOf()).toBe('51.04')
})
