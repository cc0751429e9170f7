import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createHttpServer } from './http-server.ts'

const keepAliveMs = 300

/** A server whose early answers are this long, and a client that sends one request. */
const askEarly = async (bytes: number) => {
  const { answerEarly, serverFactory } = createHttpServer({ requestMs: 30_000, keepAliveMs })
  answerEarly((_request, response) => {
    response.end(Buffer.alloc(bytes))
    return true
  })
  const server = serverFactory(() => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const client = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  return { server, client }
}

test('an early answer that its client does not read is given up', async () => {
  const { server, client } = await askEarly(64 * 1024 * 1024)
  client.pause()
  const [socket] = await once(server, 'connection')
  // By its own end: nobody reads, and nothing else ends it.
  await once(socket, 'close')
  expect(client.destroyed).toBe(false)
  client.destroy()
  server.close()
})

test('a connection whose early answer has left stays open for the next request', async () => {
  const { server, client } = await askEarly(10)
  await once(client, 'data')
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const [second] = await once(client, 'data')
  expect(String(second)).toContain('200 OK')
  client.destroy()
  server.close()
})
