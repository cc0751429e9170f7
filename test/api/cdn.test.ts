import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { purgeCdn } from '#web/http/edge-settings.ts'
import { inTransaction } from '#platform/transaction.ts'
import { cookieHeader, openTestApi } from './test-api.ts'

const purges: unknown[] = []
let status = 200
const cdn = createServer((request, response) => {
  void text(request).then((body) => {
    const { authorization, 'surrogate-key': key } = request.headers
    purges.push({ method: request.method, authorization, key, body })
    response.writeHead(status).end()
  })
})
cdn.listen(0, '127.0.0.1')
await once(cdn, 'listening')
const address = cdn.address()
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/purge`
const environment = { CDN_SECONDS: '300', CDN_PURGE_URL: url, CDN_PURGE_TOKEN: 'the token of the CDN' }

const api = await openTestApi(undefined, undefined, environment, { environment })
const { shop } = api
const { deps, jobs, jobHandlers } = api.opened
afterAll(async () => {
  await api.close()
  cdn.close()
})

const names = [
  'cache-control',
  'cdn-cache-control',
  'surrogate-control',
  'surrogate-key',
  'cache-tag',
  'vary',
]
const headersOf = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await api.inject({ method: 'GET', url: path, headers })
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = answer.headers[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

const tags = ['loam-catalogue', 'loam-content', 'loam-flag', 'loam-review', 'loam-place']

test('a CDN may cache a page of a visitor without cookies, tagged with the contents it shows', async () => {
  const shared = {
    'cache-control': 'private, no-cache',
    'surrogate-key': tags.join(' '),
    'cache-tag': tags.join(','),
    vary: 'accept-encoding, cookie, sec-gpc, x-country, x-region',
  }
  // Made, from memory, and unchanged.
  for (const path of ['/science', '/science', '/']) expect(await headersOf(path)).toMatchObject(shared)
  const { 'cdn-cache-control': age, 'surrogate-control': same } = await headersOf('/science')
  expect(age).toMatch(/^max-age=([1-9]|[1-9]\d|[12]\d\d|300)$/)
  expect(same).toMatch(/^max-age=\d+$/)
  const { headers } = await api.inject({ method: 'GET', url: '/science' })
  const known = await api.inject({
    method: 'GET',
    url: '/science',
    headers: { 'if-none-match': String(headers['etag']) },
  })
  expect([known.statusCode, known.headers['cache-tag']]).toEqual([304, tags.join(',')])
})

test('a CDN caches no page of a request with cookies or a privacy signal, and no personal page', async () => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await visitor.checkout()
  const member = await shop.asMember(visitor)
  const kept = (headers: Readonly<Record<string, string>>, path = '/science') =>
    headersOf(path, headers).then((found) =>
      ['cdn-cache-control', 'cache-tag'].filter((name) => name in found),
    )
  expect(await kept({})).toHaveLength(2)
  expect(await kept({ cookie: cookieHeader(member.client.jar) })).toEqual([])
  expect(await kept({ cookie: 'loam_country=CA' })).toEqual([])
  expect(await kept({ cookie: '' })).toEqual([])
  expect(await kept({ cookie: `${api.opened.sessionCookie} =x` })).toEqual([])
  expect(await kept({ 'sec-gpc': '1' })).toEqual([])
  for (const path of ['/cart', '/login', '/nothing-here', '/api/external/plans/'])
    expect([path, await kept({}, path)]).toEqual([path, []])
})

test('changed contents are purged from the CDN after the commit, and not after a rollback', async () => {
  purges.length = 0
  const undone = inTransaction(deps, async (tx) => {
    await tx.invalidate('content')
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await inTransaction(deps, (tx) => tx.invalidate('catalogue'))
  await inTransaction(deps, (tx) => tx.invalidate('webhook'))
  await jobs.drain(jobHandlers)
  expect(purges).toEqual([
    {
      method: 'POST',
      authorization: 'Bearer the token of the CDN',
      key: 'loam-catalogue',
      body: '{"tags":["loam-catalogue"]}',
    },
  ])
})

test('a purge that the CDN refuses fails its job, so that the job is retried', async () => {
  status = 503
  await expect(purgeCdn(deps, { url, token: null }, 'flag')).rejects.toThrow('answered 503')
  expect(purges.at(-1)).toMatchObject({ key: 'loam-flag', authorization: undefined })
  status = 200
})
