import { expect, test } from 'vitest'
import { together } from './together.ts'

test('a failure is thrown after every other step has ended, the first of several', async () => {
  const first = Promise.withResolvers<number>()
  const third = Promise.withResolvers<number>()
  const ends: string[] = []
  const failing = together([first.promise, Promise.reject(new Error('second')), third.promise]).catch(
    (thrown: unknown) => void ends.push(String(thrown)),
  )
  const goOn = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  await goOn()
  third.resolve(3)
  await goOn()
  expect(ends).toEqual([])
  first.reject(new Error('first'))
  await failing
  expect(ends).toEqual(['Error: first'])
})

test('results come in the order of the steps', async () => {
  const first = Promise.withResolvers<string>()
  const both = together([first.promise, Promise.resolve(2)])
  first.resolve('one')
  expect(await both).toEqual(['one', 2])
})
