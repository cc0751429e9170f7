import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { oncePerTurn } from './once-per-turn.ts'

test('a value is made once in a turn of the event loop and again in the next one', async () => {
  let made = 0
  const count = oncePerTurn(() => (made += 1))
  expect([count(), count()]).toEqual([1, 1])
  await Promise.resolve()
  expect(count()).toBe(1)
  await nextTurn()
  expect([count(), count()]).toEqual([2, 2])
})

test('what could not be made is tried again', () => {
  let tries = 0
  const value = oncePerTurn(() => {
    tries += 1
    if (tries === 1) throw new Error('not yet')
    return tries
  })
  expect(value).toThrow('not yet')
  expect(value()).toBe(2)
})
