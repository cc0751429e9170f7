import { connect } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { waitUntilBlocked } from '../support/database-locks.ts'
import { password } from '../support/member.ts'
import { joinDesk } from './desk-person.ts'
import { signInAgent } from './impersonation.ts'
import { cookieHeader, openTestApi } from './test-api.ts'
import type { Request } from './test-api.ts'

const api = await openTestApi(undefined, undefined, { TRUST_PROXY: '10.0.0.0/8' })
const { shop } = api
afterAll(() => api.close())
beforeEach(() => void api.takeRequestLines())

const member = await shop.member({ plan: 'monthly refill' })
const cookie = cookieHeader(member.client.jar)
const agent = await signInAgent(api, member.email)
const agentCookie = await agent.impersonation('reads')
const staff = await joinDesk(api, 'support')
const [order] = await member.orders()
const number = order?.number ?? ''

let listening: Promise<string> | null = null

/** Where this process is reached by the network. */
const listen = (): Promise<string> => (listening ??= api.fastify.listen({ port: 0, host: '127.0.0.1' }))

const get = (url: string, headers: Readonly<Record<string, string>> = {}): Request => ({
  method: 'GET',
  url,
  headers,
})
const html = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
const secret = 'tulip-of-nobody'
const json = { 'content-type': 'application/json' }

const known: Readonly<Record<string, readonly [Request, method: string, route: string, actor: string]>> = {
  'a page': [get('/science', html), 'GET', '/science', 'visitor'],
  'the same page from memory': [get('/science', html), 'GET', '/science', 'visitor'],
  'a page of a member': [
    get(`/account/orders/${number}`, { ...html, cookie }),
    'GET',
    '/account/orders/:number',
    'member',
  ],
  'the data of a page, which is not there': [
    get(`/account/orders/${number}.data`, { cookie }),
    'GET',
    '/*',
    'member',
  ],
  'a page with a token in its address': [
    get(`/magic-link/${secret}`, html),
    'GET',
    '/magic-link/:id',
    'visitor',
  ],
  'a call with a query': [get(`/api/user?email=${secret}`, { cookie }), 'GET', '/api/user', 'member'],
  'a call of an agent': [get('/api/user', { cookie: agentCookie }), 'GET', '/api/user', 'agent'],
  'the desk': [get('/desk/orders', { ...html, cookie: staff.cookie }), 'GET', '/desk/orders', 'staff'],
  'a webhook': [
    { method: 'POST', url: '/api/payment/webhook/sandbox', headers: json, body: `{"a":"${secret}"}` },
    'POST',
    '/api/payment/webhook/:processor',
    'partner',
  ],
  'no such call': [get(`/api/${secret}`), 'GET', '/api/*', 'visitor'],
  'no such page': [get(`/${secret}`, html), 'GET', '/*', 'visitor'],
  'an address that cannot be decoded': [get(`/%zz${secret}`), 'GET', 'none', 'visitor'],
  'a write of another site': [
    { method: 'POST', url: '/api/cart/items', headers: { ...json, 'sec-fetch-site': 'cross-site' } },
    'POST',
    '/api/cart/items',
    'visitor',
  ],
  'a probe': [get('/readyz'), 'GET', '/readyz', 'visitor'],
}

test.each(Object.entries(known))('%s has one log line', async (_what, [request, method, route, actor]) => {
  const answer = await api.inject(request)
  const lines = api.takeRequestLines()
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    {
      level: 30,
      time: expect.any(String),
      msg: 'request',
      method,
      route: expect.stringMatching(new RegExp(`^${route.replaceAll('*', String.raw`\*`)}/?$`)),
      status: answer.statusCode,
      ms: expect.any(Number),
      requestId: answer.headers['x-request-id'],
      actor,
    },
  ])
})

test('no log line contains a person, a secret, an address or a query', async () => {
  const { email, client } = member
  const sent: readonly Request[] = [
    ...Object.values(known).map(([request]) => request),
    get(`/thank-you?email=${email}&name=Mara`, html),
    get(`/order/${number}?email=${email}`, { ...html, cookie }),
    get(`/magic-link/${secret}?next=${email}`, html),
    {
      method: 'POST',
      url: `/account/login?who=${email}`,
      headers: json,
      body: JSON.stringify({ email, password }),
    },
    {
      method: 'POST',
      url: '/api/order/find',
      headers: json,
      body: JSON.stringify({ number, email }),
    },
    { method: 'POST', url: `/account/verify-account/${secret}`, headers: json, body: '{"a":' },
  ]
  for (const request of sent) await api.inject({ ...request, from: '198.51.100.77' })
  const bytes = api.takeRequestLines().join('\n')
  expect(bytes.split('\n')).toHaveLength(sent.length)
  const personal = [...client.jar.values()].filter((value) => value.length > 6)
  expect(personal.length).toBeGreaterThan(1)
  for (const text of [
    ...personal,
    email,
    email.split('@')[0],
    number,
    secret,
    password,
    '198.51',
    'Mara',
    '?',
    '@',
  ])
    expect(bytes).not.toContain(text)
})

test('an error reply has the id of its request, and a trusted proxy may set the id', async () => {
  const headers = { 'x-request-id': 'edge-4711-abcd' }
  const trusted = await api.inject({ ...get('/api/nothing-here', headers), from: '10.9.9.9' })
  expect(trusted.headers['x-request-id']).toBe('edge-4711-abcd')
  expect(trusted.json()).toMatchObject({ requestId: 'edge-4711-abcd' })
  expect(api.takeRequestLines().join('')).toContain('"requestId":"edge-4711-abcd"')
  const other = await api.inject({ ...get('/api/nothing-here', headers), from: '198.51.100.77' })
  expect(other.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(other.json().requestId).toBe(other.headers['x-request-id'])
  // A page from memory is named before the router has seen its request.
  const pages = [1, 2].map(() => ({ ...get('/science', { ...headers, host: new URL(shop.url).host }) }))
  for (const page of pages)
    expect((await api.inject({ ...page, from: '10.9.9.9' })).headers['x-request-id']).toBe('edge-4711-abcd')
})

test('a request whose client disconnects is also logged', async () => {
  const { pool, kysely } = shop.app.database
  const holder = await pool.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('begin; lock table session in access exclusive mode')
  const leaving = new AbortController()
  const answer = fetch(`${await listen()}/api/user`, { headers: { cookie }, signal: leaving.signal })
  const left = answer.then(
    () => 'answered',
    () => 'left',
  )
  await waitUntilBlocked(kysely, 1, 'session_member')
  leaving.abort()
  expect(await left).toBe('left')
  const lines: string[] = []
  await expect
    .poll(() => {
      lines.push(...api.takeRequestLines())
      return lines
    })
    .toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ route: '/api/user', status: 499, aborted: true })
})

test('a request that is not HTTP gets a request id and a log line', async () => {
  const socket = connect(Number(new URL(await listen()).port), '127.0.0.1')
  socket.write(`GET /?email=${member.email} HTTP/9\r\n\r\n`)
  const answer = await readAll(socket)
  const id = /^x-request-id: ([0-9a-f-]{36})\r$/m.exec(answer)?.[1] ?? 'none'
  expect(answer).toContain(`"requestId":"${id}"`)
  const lines = api.takeRequestLines()
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ method: 'none', status: 400, requestId: id })
  expect(lines[0]).not.toContain('@')
})

test('a page from the cache is logged with its own id, also when it is unchanged', async () => {
  const url = `${await listen()}/science?email=${member.email}`
  const first = await fetch(url)
  await first.text()
  api.takeRequestLines()
  const second = await fetch(url)
  await second.text()
  const third = await fetch(url, { headers: { 'if-none-match': second.headers.get('etag') ?? '' } })
  const lines = api.takeRequestLines().map((line) => JSON.parse(line))
  expect(lines).toMatchObject([
    { route: '/science', status: 200, requestId: second.headers.get('x-request-id'), actor: 'visitor' },
    { route: '/science', status: 304, requestId: third.headers.get('x-request-id'), actor: 'visitor' },
  ])
  expect(lines[0].requestId).not.toBe(lines[1].requestId)
})
