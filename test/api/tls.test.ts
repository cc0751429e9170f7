import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect as connectHttp2, constants } from 'node:http2'
import type { ClientHttp2Session, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2'
import { request as requestHttps } from 'node:https'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { closeServer } from '../../src/web/http/health.ts'
import { createHttpServer } from '../../src/web/http/http-server.ts'
import { selfSigned } from '../support/self-signed.ts'
import { openTestApi } from './test-api.ts'

const folder = await mkdtemp(join(tmpdir(), 'loam-tls-'))
const files = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') }
const former = selfSigned('former')
const renewed = selfSigned('renewed')
const write = ({ cert, key }: { readonly cert: string; readonly key: string }) =>
  Promise.all([writeFile(files.TLS_CERT, cert), writeFile(files.TLS_KEY, key)])
await write(former)

const api = await openTestApi('https://localhost', undefined, files)
await api.fastify.listen({ host: 'localhost', port: 0 })
const address = api.fastify.server.address()
const port = typeof address === 'object' ? (address?.port ?? 0) : 0
const ca = [former.cert, renewed.cert]
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

const openSession = (): ClientHttp2Session => connectHttp2(`https://localhost:${port}`, { ca })

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly hints: readonly IncomingHttpHeaders[]
  readonly body: string
}

const ask = async (
  session: ClientHttp2Session,
  headers: OutgoingHttpHeaders,
  payload?: string,
): Promise<Answer> => {
  const stream = session.request(headers, { endStream: payload === undefined })
  if (payload !== undefined) stream.end(payload)
  const hints: IncomingHttpHeaders[] = []
  stream.on('headers', (found) => void hints.push(found))
  const answered = once(stream, 'response')
  const body = text(stream)
  const [found] = await answered
  return { status: found[':status'], headers: found, hints, body: await body }
}

const navigation = { accept: 'text/html', 'sec-fetch-mode': 'navigate' } as const

test('pages and the API are answered over HTTP/2, and over HTTP/1.1 to clients without it', async () => {
  const session = openSession()
  const page = await ask(session, { ':path': '/', ...navigation })
  expect([session.alpnProtocol, page.status]).toEqual(['h2', 200])
  expect(page.headers).toMatchObject({ 'strict-transport-security': 'max-age=63072000' })
  expect(page.body).toContain('<html')
  const again = await ask(session, { ':path': '/', ...navigation })
  expect(again.body).toBe(page.body)
  const json = { 'content-type': 'application/json', origin: 'https://localhost' }
  const line = JSON.stringify({ code: 'syn-wk' })
  const added = await ask(session, { ':method': 'POST', ':path': '/api/cart/items', ...json }, line)
  expect([added.status, added.body]).toEqual([200, expect.stringContaining('syn-wk')])
  expect(String(added.headers['set-cookie'])).toContain('Secure')
  session.close()
  const old = requestHttps({ host: 'localhost', port, ca, path: '/', headers: navigation })
  old.end()
  const [response] = await once(old, 'response')
  expect([response.httpVersion, response.statusCode, await text(response)]).toEqual(['1.1', 200, page.body])
})

test('an uncached page sends early hints for what it loads first, over HTTP/2 only', async () => {
  const session = openSession()
  const page = await ask(session, { ':path': '/login', ...navigation })
  const [hint] = page.hints
  expect([page.status, page.hints.length, hint?.[':status']]).toEqual([200, 1, 103])
  const links = String(hint?.link)
  const sheet = /<(\/assets\/[^>]*\.css)>; rel=preload; as=style/.exec(links)?.[1]
  expect(page.body).toContain(`href="${sheet}"`)
  for (const [, font] of links.matchAll(/<(\/fonts\/[^>]*)>/g)) expect(page.body).toContain(`href="${font}"`)
  // A page from memory needs no early hints, and a script asks for no page.
  await ask(session, { ':path': '/', ...navigation })
  expect((await ask(session, { ':path': '/', ...navigation })).hints).toEqual([])
  expect((await ask(session, { ':path': '/api/cart', accept: 'application/json' })).hints).toEqual([])
  session.close()
  const old = requestHttps({ host: 'localhost', port, ca, path: '/login', headers: navigation })
  const early: unknown[] = []
  old.on('information', (found) => void early.push(found))
  old.end()
  const [response] = await once(old, 'response')
  await text(response)
  expect(early).toEqual([])
})

test('another host is refused, also when named together with the shop’s own', async () => {
  const session = openSession()
  const status = async (headers: OutgoingHttpHeaders) =>
    (await ask(session, { ':path': '/', ...navigation, ...headers })).status
  expect(await status({ ':authority': 'other.example' })).toBe(400)
  expect(await status({ ':authority': `localhost:${port}`, host: 'other.example' })).toBe(400)
  expect(await status({ ':authority': 'other.example', host: `localhost:${port}` })).toBe(400)
  expect(await status({ ':authority': `localhost:${port}`, host: `localhost:${port}` })).toBe(200)
  session.close()
})

const certificateNow = async (): Promise<unknown> => {
  const socket = connectTls({ host: 'localhost', port, ca, ALPNProtocols: ['h2'] })
  await once(socket, 'secureConnect')
  const { CN: name } = socket.getPeerCertificate().subject
  socket.destroy()
  return name
}

test('a renewed certificate is used without a restart, and mismatched certificate files are not used', async () => {
  expect(await certificateNow()).toBe('former')
  await writeFile(files.TLS_CERT, renewed.cert)
  // Each connection looks at the files.
  const isReported = async (): Promise<boolean> => {
    await certificateNow()
    return api.logged.some((line) => line.includes('could not be read again'))
  }
  await expect.poll(isReported, { interval: 1 }).toBe(true)
  expect(await certificateNow()).toBe('former')
  await writeFile(files.TLS_KEY, renewed.key)
  await expect.poll(certificateNow, { interval: 1 }).toBe('renewed')
})

test('a client that reads nothing, or sends nothing, does not keep its connection', async () => {
  const { serverFactory } = createHttpServer(
    { requestMs: 50, keepAliveMs: 50 },
    {
      certificate: {
        pair: { cert: Buffer.from(former.cert), key: Buffer.from(former.key) },
        refresh: () => Promise.resolve(),
      },
    },
  )
  const server = serverFactory((_request, response) => void response.end('x'.repeat(100_000)))
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const own = server.address()
  const ownPort = typeof own === 'object' ? (own?.port ?? 0) : 0
  const session = connectHttp2(`https://localhost:${ownPort}`, { ca, settings: { initialWindowSize: 0 } })
  const stream = session.request({ ':path': '/' })
  stream.on('error', () => undefined)
  const silent = connectTcp(ownPort, 'localhost')
  silent.on('error', () => undefined)
  await Promise.all([once(session, 'close'), once(silent, 'close')])
  expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL)
  server.close()
})

test('a client that does not read its answer does not keep its connection without TLS either', async () => {
  const { serverFactory } = createHttpServer({ requestMs: 50, keepAliveMs: 50 })
  const { promise: wasSent, resolve } = Promise.withResolvers<boolean>()
  const server = serverFactory((_request, response) => {
    response.once('close', () => resolve(response.writableFinished))
    // More than the buffers of both sides take.
    response.end('x'.repeat(50_000_000))
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const own = server.address()
  const client = connectTcp(typeof own === 'object' ? (own?.port ?? 0) : 0, 'localhost').pause()
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  expect(await wasSent).toBe(false)
  client.destroy()
  server.close()
})

test('a server that shuts down finishes running requests, announces the end, and closes idle connections', async () => {
  const session = openSession()
  const idle = openSession()
  await Promise.all([once(session, 'connect'), once(idle, 'connect')])
  const ended = Promise.all([once(session, 'close'), once(idle, 'close')])
  const goaway = once(session, 'goaway')
  api.opened.draining.start()
  expect((await ask(session, { ':path': '/livez' })).status).toBe(200)
  await goaway
  await closeServer(api.fastify, api.opened.draining)
  await ended
})
