import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { gatheringSocket } from './gathering-socket.ts'

test('what is written in one turn leaves together, in its order', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const accepted = once(server, 'connection')
  const socket = gatheringSocket()
  socket.connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1')
  await once(socket, 'connect')
  const waiting: number[] = []
  for (const part of ['begin', ' insert', ' commit']) {
    socket.cork()
    socket.write(part)
    socket.uncork()
    await Promise.resolve()
    waiting.push(socket.writableLength)
  }
  const [other] = await accepted
  socket.end()
  expect(await text(other)).toBe('begin insert commit')
  expect(waiting).toEqual([5, 12, 19])
  server.close()
})
