import { once } from 'node:events'
import { connect } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { viewUser } from '#account/endpoints.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { waitUntilBlocked } from '../support/database-locks.ts'
import { cookieHeader, openTestApi, type Request } from '../api/test-api.ts'
import { responseChecker, type PublishedDocument } from '../api/documented-answers.ts'
import { fingerprint } from '../api/database-contents.ts'

const api = await openTestApi()
const { shop } = api
afterAll(() => api.close())

const db = shop.app.database.kysely
const document: PublishedDocument = (await api.inject({ method: 'GET', url: '/api/openapi.json' })).json()
const wrongIn = responseChecker(document)

const json = 'application/json'
const deep = `${'['.repeat(40_000)}${']'.repeat(40_000)}`

/** Bodies that are no payload of any call, the types they come with and the answers they may get. */
const bodies: readonly (readonly [what: string, type: string, body: string, statuses: readonly number[]])[] =
  [
    ['JSON cut short', json, '{"code":"syn-wk"', [400]],
    ['two JSON values', json, '{}{}', [400]],
    ['comment', json, 'code=syn-wk', [400]],
    ['nothing that says JSON', json, '', [400]],
    ['a mark of order in front', json, '\ufeff{"code":', [400]],
    ['a prototype', json, '{"__proto__":{"isAdmin":true}}', [400]],
    ['a prototype inside', json, '{"a":{"__proto__":{"isAdmin":true}}}', [400]],
    ['a constructor', json, '{"constructor":{"prototype":{"isAdmin":true}}}', [400]],
    ['JSON 40,000 deep', json, deep, [400, 401]],
    ['a megabyte', json, JSON.stringify({ code: 'x'.repeat(1_000_000) }), [413]],
    ['a form', 'application/x-www-form-urlencoded', 'code=syn-wk', [415]],
    ['an upload', 'multipart/form-data; boundary=x', '--x\r\n\r\nhello\r\n--x--', [415]],
    ['plain text', 'text/plain', '{"code":"syn-wk"}', [415]],
    ['XML', 'text/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hostname">]><a>&b;</a>', [415]],
    ['a type that is none', 'json', '{"code":"syn-wk"}', [415]],
    ['bytes', 'application/octet-stream', '\u0000\u0001', [415]],
  ]

const filled = ({ path }: Endpoint): string =>
  path.replaceAll(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000')

const withBody = api.endpoints.filter(
  ({ method, access: who }) => (method === 'POST' || method === 'PUT') && who !== 'machine',
)

const before = await fingerprint(db)

describe.each(withBody)('$method $path', (call) => {
  test.each(bodies)('%s is refused', async (_what, type, body, statuses) => {
    const request: Request = {
      method: call.method,
      url: filled(call),
      headers: { 'content-type': type },
      body,
    }
    const answer = await api.inject(request)
    expect({ status: answer.statusCode, wrong: wrongIn(call, answer) }).toEqual({
      status: expect.toBeOneOf([...statuses]),
      wrong: null,
    })
  })
})

const nested = (levels: number, open: string, close: string): string =>
  open.repeat(levels) + close.repeat(levels)

/** What no handler can read level by level by calling itself, where a field takes anything. */
const deepValues = [nested(20_000, '[', ']'), nested(9_000, '{"a":', '}').replace('}', '0}')]

describe.each(withBody)('$method $path', (call) => {
  test('refuses a field 9,000 levels deep before reading it', async () => {
    const fields = call.payload instanceof z.ZodObject ? Object.keys(call.payload.shape) : []
    for (const field of fields)
      for (const value of deepValues) {
        const answer = await api.inject({
          method: call.method,
          url: filled(call),
          headers: { 'content-type': json },
          body: `{"${field}":${value}}`,
        })
        expect([field, answer.statusCode, answer.json().detail]).toEqual([
          field,
          400,
          'Please send fewer lists within each other.',
        ])
      }
  })
})

test('none of these requests writes anything', async () => {
  expect(await fingerprint(db)).toEqual(before)
})

const withQuery = api.endpoints.filter(({ method }) => method === 'GET' || method === 'DELETE')
const queries = [
  'a=1&a=2',
  '__proto__[x]=1',
  'constructor.prototype=1',
  '%00',
  '%',
  'a[]=1',
  '='.repeat(3_000),
  'a=%ff%fe',
  '?',
  '&;&',
]

describe.each(withQuery)('$method $path', (call) => {
  test('handles a malformed query as its description says', async () => {
    for (const query of queries) {
      const answer = await api.inject({ method: call.method, url: `${filled(call)}?${query}` })
      expect({ query, wrong: wrongIn(call, answer) }).toEqual({ query, wrong: null })
    }
  })
})

/** What is sent and received on a socket, without a client that corrects it. */
const speak = async (lines: readonly string[]): Promise<string> => {
  const { hostname, port } = new URL(shop.url)
  const socket = connect(Number(port), hostname)
  socket.write(lines.join('\r\n'))
  return readAll(socket)
}

test('of two content lengths neither is trusted, and bytes after a body are not a second request', async () => {
  const hidden = ['GET /livez HTTP/1.1', 'Host: localhost', 'Connection: close', '', ''].join('\r\n')
  const head = ['POST /api/cart/items HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
  // Two bytes by both headers, so that only the rule itself can refuse it.
  for (const lengths of [
    ['Content-Length: 2', 'Transfer-Encoding: chunked'],
    ['Transfer-Encoding: chunked', 'Content-Length: 2'],
  ]) {
    const answer = await speak([...head, ...lengths, '', '2', '{}', '0', '', hidden])
    expect([lengths, answer.match(/HTTP\/1\.1 \d+/g)]).toEqual([lengths, ['HTTP/1.1 400']])
  }
})

test('folders, settings and version control files are not served', async () => {
  const folders = [
    '/assets',
    '/art',
    '/fonts',
    '/film',
    '/social',
    '/src',
    '/db',
    '/node_modules',
    '/.git',
    '/build',
  ]
  const files = ['/.git/HEAD', '/.git/config', '/.env', '/.data/secret', '/assets/.vite/manifest.json', '/package.json'] // prettier-ignore
  for (const path of [...folders, ...folders.map((folder) => `${folder}/`), ...files]) {
    const answer = await speak([`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', '', ''])
    expect([path, /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]]).toEqual([path, '404'])
    expect(answer).not.toMatch(/Index of|<li><a href="[^"]*\.(js|css|woff2|avif)"/)
  }
})

test('TRACE does not echo the request', async () => {
  const answer = await speak(['TRACE /cart HTTP/1.1', 'Host: localhost', 'Cookie: a=tulip', 'Connection: close', '', '']) // prettier-ignore
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(answer).not.toContain('tulip')
})

const insides = /node_modules|\.ts:\d|\n\s+at |fastify|\/src\//i

test.each([
  ['an invalid host', ['GET /cart HTTP/1.1', 'Host: a b<c>', 'Connection: close', '', '']],
  ['no host', ['GET /cart HTTP/1.1', 'Connection: close', '', '']],
  ['a foreign host', ['GET /account HTTP/1.1', 'Host: evil.example', 'Connection: close', '', '']],
  [
    'an address that cannot be decoded',
    ['GET /ecommerce/invoice/%zz/ HTTP/1.1', 'Host: localhost', 'Connection: close', '', ''],
  ],
  [
    'a path out of the folder',
    ['GET /assets/../../package.json HTTP/1.1', 'Host: localhost', 'Connection: close', '', ''],
  ],
  [
    'an encoded path out of the folder',
    ['GET /assets/..%2f..%2fpackage.json HTTP/1.1', 'Host: localhost', 'Connection: close', '', ''],
  ],
  ['a request that is not HTTP', ['HELLO', '', '']],
  ['headers that never end', ['GET / HTTP/1.1', `X: ${'x'.repeat(40_000)}`, '', '']],
  ['an unknown method', ['BREW /cart HTTP/1.1', 'Host: localhost', 'Connection: close', '', '']],
  ['two slashes', ['GET //evil.example/cart HTTP/1.1', 'Host: localhost', 'Connection: close', '', '']],
])('%s: no server error, no redirect elsewhere, nothing disclosed', async (_what, lines) => {
  const answer = await speak(lines)
  expect(answer).toMatch(/^HTTP\/1\.1 [234]\d\d /)
  expect(answer).not.toMatch(insides)
  expect(answer).not.toMatch(/^location: .*evil/im)
  expect(answer).not.toContain('"devDependencies"')
})

test.each([
  ['a request that is not HTTP', ['HELLO', '', '']],
  ['headers that never end', ['GET / HTTP/1.1', `X: ${'x'.repeat(40_000)}`, '', '']],
  ['an unknown method', ['BREW /cart HTTP/1.1', 'Host: localhost', '', '']],
  ['a header with a control character', ['GET /cart HTTP/1.1', 'Host: localhost', 'X: a\u0001b', '', '']],
])('%s is refused in the common error format', async (_what, lines) => {
  const answer = await speak(lines)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(head).toMatch(/\r\nloam-error: MALFORMED_REQUEST\r\n/)
  expect(head).toMatch(/\r\nx-content-type-options: nosniff\r\n/)
  expect(JSON.parse(body)).toEqual({
    code: 'MALFORMED_REQUEST',
    detail: 'The request could not be read.',
    status: 400,
    requestId: /\r\nx-request-id: ([0-9a-f-]{36})\r\n/.exec(head)?.[1],
  })
})

test('a client that disconnects before its session is read causes no error', async () => {
  const member = await shop.member({ plan: 'monthly refill' })
  const { hostname, port } = new URL(shop.url)
  await db.transaction().execute(async (tx) => {
    await sql`lock table session in access exclusive mode`.execute(tx)
    const socket = connect(Number(port), hostname)
    const head = ['GET /api/user HTTP/1.1', 'Host: localhost', `Cookie: ${cookieHeader(member.client.jar)}`]
    socket.write([...head, '', ''].join('\r\n'))
    await waitUntilBlocked(db, 1, 'session')
    socket.destroy()
    await once(socket, 'close')
    // Answered after the shop has noticed.
    expect((await fetch(`${shop.url}/livez`)).status).toBe(200)
  })
  expect((await member.client.call(viewUser, {})).email).toBe(member.email)
})

test.each([
  ['/api/cart/items', json],
  ['/login', 'application/x-www-form-urlencoded'],
])('a client that disconnects while sending to %s causes no error', async (path, type) => {
  const { hostname, port } = new URL(shop.url)
  const socket = connect(Number(port), hostname)
  const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', `Content-Type: ${type}`, 'Content-Length: 100']
  socket.write([...head, 'Expect: 100-continue', '', ''].join('\r\n'))
  expect(String((await once(socket, 'data'))[0])).toContain('100 Continue')
  socket.destroy()
  await once(socket, 'close')
  // Answered after the shop has noticed.
  expect((await fetch(`${shop.url}/livez`)).status).toBe(200)
})

test('none of these requests logged a server error', () => {
  const faults = [...api.logged, ...shop.logged()].filter((line) => !line.includes('"security":"'))
  expect(faults).toEqual([])
})
