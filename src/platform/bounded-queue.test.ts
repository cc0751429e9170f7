import { expect, test } from 'vitest'
import { createBoundedQueue } from './bounded-queue.ts'

const settle = (calls: readonly Promise<unknown>[]) =>
  Promise.all(calls.map((call) => call.then(() => 'done', (thrown: unknown) => String(thrown)))) // prettier-ignore

test('some tasks run, some wait, and further ones are refused at once', async () => {
  const queue = createBoundedQueue({ atOnce: 2, waiting: 3 })
  const gate = Promise.withResolvers<void>()
  let running = 0
  let most = 0
  const call = async (): Promise<void> => {
    running += 1
    most = Math.max(most, running)
    await gate.promise
    running -= 1
  }
  const all = settle(Array.from({ length: 8 }, () => queue(call)))
  gate.resolve()
  expect(await all).toEqual([
    ...Array<string>(5).fill('done'),
    ...Array<string>(3).fill('ShopError: SHOP_BUSY'),
  ])
  expect(most).toBe(2)
})

test('a failed task frees its place', async () => {
  const queue = createBoundedQueue({ atOnce: 1, waiting: 1 })
  const fail = () => Promise.reject(new Error('no'))
  expect(await settle([queue(fail), queue(fail)])).toEqual(['Error: no', 'Error: no'])
  expect(await queue(async () => 1)).toBe(1)
})
