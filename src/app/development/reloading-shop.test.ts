import { once } from 'node:events'
import { createServer, get } from 'node:http'
import { expect, test } from 'vitest'
import { createReloadingShop } from './reloading-shop.ts'
import type { OpenedShop } from './reloading-shop.ts'

test('a request aborted before the shop is open does not prevent closing', async () => {
  const opening = Promise.withResolvers<OpenedShop>()
  const shop = createReloadingShop(
    () => opening.promise,
    () => undefined,
  )
  const answered: Promise<void>[] = []
  const server = createServer((request, response) => {
    answered.push(shop.answer(request, response, () => undefined))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const requested = once(server, 'request')
  const client = get({ port: typeof address === 'object' ? address?.port : 0 })
  client.on('error', () => undefined)
  const [, response] = await requested
  client.destroy()
  await once(response, 'close')
  const closed: string[] = []
  opening.resolve({ answer: () => undefined, close: async () => void closed.push('closed') })
  await Promise.all(answered)
  await shop.close()
  expect(closed).toEqual(['closed'])
  server.close()
})
