import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createPublicSender, PublicSenderFailure } from '#platform/public-sender.ts'
import type { PublicSender, Resolve } from '#platform/public-sender.ts'

const open: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** A server of this machine, in place of every server of a private network; it counts connections. */
const startServer = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
  let connections = 0
  const server: Server = createServer(answer)
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  open.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const isAddress = (value: typeof address): value is AddressInfo =>
    typeof value === 'object' && value !== null
  if (!isAddress(address)) throw new Error('it listens on a port')
  return { port: address.port, connections: () => connections }
}

const senderWith = (allowsLoopback: boolean, resolve?: Resolve): PublicSender => {
  const sender = createPublicSender({ allowsLoopback, ...(resolve ? { resolve } : {}) })
  open.push(sender.close)
  return sender
}

const message = (url: string, more: { readonly timeoutMs?: number; readonly maxBytes?: number } = {}) => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: '{}',
  timeoutMs: 5_000,
  maxBytes: 100,
  ...more,
})

const reasonOf = async (sent: Promise<unknown>): Promise<unknown> => {
  try {
    return await sent
  } catch (thrown) {
    return thrown instanceof PublicSenderFailure ? thrown.reason : thrown
  }
}

const taken = (_request: IncomingMessage, response: ServerResponse) => response.end('taken')

test.each(['127.0.0.1', '127.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost'])(
  'the sender does not connect to %s',
  async (host) => {
    const server = await startServer(taken)
    expect(await reasonOf(senderWith(false).post(message(`http://${host}:${server.port}/`)))).toBe('address')
    expect(server.connections()).toBe(0)
  },
)

test.each(['10.0.0.1', '169.254.169.254', '192.168.1.1', '[fd00:ec2::254]', '[fe80::1]', '[64:ff9b::a00:1]'])(
  'the sender does not connect to %s, also from a sandbox shop',
  async (host) => {
    expect(await reasonOf(senderWith(true).post(message(`http://${host}/`, { timeoutMs: 500 })))).toBe(
      'address',
    )
  },
)

test('a name that resolves to this machine is refused before anything is sent', async () => {
  const server = await startServer(taken)
  const sender = senderWith(false, async () => [{ address: '127.0.0.1', family: 4 }])
  expect(await reasonOf(sender.post(message(`http://partner.example:${server.port}/`)))).toBe('address')
  expect(server.connections()).toBe(0)
})

test('one private address among public ones makes the name refused', async () => {
  const sender = senderWith(false, async () => [
    { address: '1.1.1.1', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ])
  expect(await reasonOf(sender.post(message('http://partner.example/')))).toBe('address')
})

test('a name is resolved once, and a later different answer is not used (DNS rebinding)', async () => {
  const server = await startServer(taken)
  let requested = 0
  const sender = senderWith(true, async () => {
    requested += 1
    return [{ address: requested === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
  })
  const url = `http://partner.example:${server.port}/`
  expect(await sender.post(message(url))).toEqual({ status: 200, text: 'taken' })
  expect([requested, server.connections()]).toEqual([1, 1])
})

test('a redirect is returned as the answer and not followed', async () => {
  const inside = await startServer(taken)
  const server = await startServer((_request, response) => {
    response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/` })
    response.end()
  })
  const reply = await senderWith(true).post(message(`http://127.0.0.1:${server.port}/`))
  expect([reply.status, inside.connections()]).toEqual([302, 0])
})

test('only the beginning of an endless answer is read', async () => {
  const server = await startServer((_request, response) => {
    const write = (): void => {
      while (!response.destroyed && response.write('x'.repeat(1_000)));
      if (!response.destroyed) response.once('drain', write)
    }
    write()
  })
  const reply = await senderWith(true).post(message(`http://127.0.0.1:${server.port}/`))
  expect(reply).toEqual({ status: 200, text: 'x'.repeat(100) })
})

test('an answer that never arrives or never ends times out', async () => {
  const silent = await startServer(() => undefined)
  const slow = await startServer((_request, response) => void response.write('x'))
  for (const { port } of [silent, slow]) {
    const sent = senderWith(true).post(message(`http://127.0.0.1:${port}/`, { timeoutMs: 200 }))
    expect(await reasonOf(sent)).toBe('timeout')
  }
})

test('an unreachable server is reported', async () => {
  const sender = senderWith(true)
  expect(await reasonOf(sender.post(message('http://127.0.0.1:1/')))).toBe('connection')
})
