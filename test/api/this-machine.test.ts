import { connect } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestApi } from './test-api.ts'

/** The name that HOST gives the shop; requests may use it, and it is no loopback name. */
const ownName = 'shop.internal'
const api = await openTestApi(undefined, undefined, {
  DEV_TOOLS: 'local',
  TRUST_PROXY: '1',
  HOST: ownName,
})
const publicApi = await openTestApi('https://shop.example', undefined, { DEV_TOOLS: 'local' })
const { hostname } = new URL(api.opened.settings.publicUrl)
await api.fastify.listen({ host: '127.0.0.1', port: 0 })
afterAll(async () => {
  await api.close()
  await publicApi.close()
})

const port = (): number => {
  const address = api.fastify.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** One request over a socket of its own; answers the status. */
const ask = async (...lines: readonly string[]): Promise<string | undefined> => {
  const socket = connect(port(), '127.0.0.1')
  socket.write([...lines, 'Connection: close', '', ''].join('\r\n'))
  return /^HTTP\/1\.1 (\d+) /.exec(await readAll(socket))?.[1]
}

const devTools = ['/api/outbox', '/api/time-machine', '/outbox', '/time-machine', '/metrics']

describe.each(devTools)('%s', (path) => {
  test('answers on the same machine', async () => {
    expect(await ask(`GET ${path} HTTP/1.1`, `Host: ${hostname}`)).toBe('200')
  })

  test.each([
    ['X-Forwarded-For: 127.0.0.1'],
    ['X-Forwarded-For: 203.0.113.9'],
    ['X-Real-IP: 127.0.0.1'],
    ['Forwarded: for=127.0.0.1'],
    ['Via: 1.1 proxy'],
    ['X-Forwarded-Proto: https'],
    ['CF-Connecting-IP: 203.0.113.9'],
    ['True-Client-IP: 203.0.113.9'],
  ])('is 404 for requests that a proxy forwards with %s', async (header) => {
    expect(await ask(`GET ${path} HTTP/1.1`, `Host: ${hostname}`, header)).toBe('404')
  })

  test('is 404 under a host name of another machine', async () => {
    expect(await ask('GET / HTTP/1.1', `Host: ${ownName}`)).toBe('200')
    expect(await ask(`GET ${path} HTTP/1.1`, `Host: ${ownName}`)).toBe('404')
  })

  test('is 404 in a shop whose PUBLIC_URL is public', async () => {
    for (const host of ['shop.example', 'localhost', '127.0.0.1']) {
      const request = { method: 'GET', headers: { host }, from: '127.0.0.1' }
      expect((await publicApi.inject({ ...request, url: '/science' })).statusCode).toBe(200)
      expect((await publicApi.inject({ ...request, url: path })).statusCode).toBe(404)
    }
  })

  test('is 404 for other machines', async () => {
    for (const from of ['192.0.2.1', '10.0.0.2', '2001:db8::1'])
      expect((await api.inject({ method: 'GET', url: path, from })).statusCode).toBe(404)
  })
})

const foreign = [
  ['a name of somebody else', 'Host: evil.example'],
  ['a name that begins like ours', `Host: ${hostname}.evil.example`],
  ['a name in front of ours', `Host: evil.example@${hostname}`],
  ['no name', 'Host: '],
  ['an address of the network', 'Host: 192.168.1.4'],
] as const

describe.each(['/', '/cart', '/api/cart', '/metrics', '/favicon.svg', '/no-such-page'])('%s', (path) => {
  test.each(foreign)('refuses %s as host', async (_what, host) => {
    // Once by its own name, so that a page of it is cached.
    await ask(`GET ${path} HTTP/1.1`, `Host: ${hostname}`)
    expect(await ask(`GET ${path} HTTP/1.1`, host)).toBe('400')
  })

  test('refuses two Host headers, in either order', async () => {
    expect(await ask(`GET ${path} HTTP/1.1`, `Host: ${hostname}`, 'Host: evil.example')).toBe('400')
    expect(await ask(`GET ${path} HTTP/1.1`, 'Host: evil.example', `Host: ${hostname}`)).toBe('400')
    expect(await ask(`GET ${path} HTTP/1.1`, `Host: ${hostname}`, `host: ${hostname}`)).toBe('400')
  })
})

test('an absolute URL as path, and a user name before the host, are refused with a page and log no error', async () => {
  api.logged.length = 0
  const page = ['Accept: text/html', 'Sec-Fetch-Mode: navigate']
  for (const address of ['http://evil.example/outbox', `http://${hostname}/outbox`, 'evil.example:80'])
    expect(await ask(`GET ${address} HTTP/1.1`, `Host: ${hostname}`, ...page)).toBe('400')
  expect(await ask('GET /outbox HTTP/1.1', `Host: evil@${hostname}`, ...page)).toBe('400')
  expect(api.logged).toEqual([])
})

test('local host names are answered, with and without a port', async () => {
  for (const host of ['localhost', 'LOCALHOST:3000', '127.0.0.1', '[::1]', '[::1]:3000'])
    expect(await ask('GET / HTTP/1.1', `Host: ${host}`)).toBe('200')
})

test('health probes may use any host name', async () => {
  for (const path of ['/livez', '/readyz'])
    expect(await ask(`GET ${path} HTTP/1.1`, 'Host: 10.1.2.3:3000')).toBe('200')
})

test('a connection whose body never ends is closed', async () => {
  const { server } = api.fastify
  // Node waits for a body as long as the larger of the two says.
  expect([server.requestTimeout, server.headersTimeout]).toEqual([30_000, 30_000])
  Object.assign(server, { requestTimeout: 500, headersTimeout: 500 })
  const socket = connect(port(), '127.0.0.1')
  socket.write(
    `POST /api/cart/items HTTP/1.1\r\nHost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{`,
  )
  expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 4\d\d /)
  Object.assign(server, { requestTimeout: 30_000, headersTimeout: 30_000 })
})

test('requests from countries that do not exist are answered and not cached', async () => {
  const codes = ['QQ', 'ZZ', 'XK', 'AA']
  const answers = await Promise.all(
    codes.map((code) =>
      api.inject({ method: 'GET', url: '/science', headers: { 'x-country': code, host: hostname } }),
    ),
  )
  expect(
    answers.map(({ statusCode, headers }) => [statusCode, headers['cache-control'], headers.etag]),
  ).toEqual(codes.map(() => [200, 'no-store', undefined]))
})

test('a flood of sign-ins is refused above a limit, and pages are answered meanwhile', async () => {
  const flood = Array.from({ length: 150 }, (_, number) =>
    api.inject({
      method: 'POST',
      url: '/account/login/',
      headers: { 'content-type': 'application/json', host: hostname },
      body: JSON.stringify({ email: `flood-${number}@example.com`, password: 'a long walk in the woods' }),
    }),
  )
  const page = api.inject({ method: 'GET', url: '/cart', headers: { host: hostname } })
  const answers = await Promise.all(flood)
  const refused = answers.filter(({ statusCode }) => statusCode === 503)
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401, 503]))
  expect(refused.every(({ headers }) => headers['retry-after'] === '5')).toBe(true)
  expect((await page).statusCode).toBe(200)
})
