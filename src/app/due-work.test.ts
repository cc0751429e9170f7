import { expect, test } from 'vitest'
import { isTurnOf } from './due-work.ts'

test('a worker runs every check in its first second, and then each check at its interval', () => {
  const turns = (everySeconds: number): readonly number[] =>
    Array.from({ length: 61 }, (_, second) => second).filter((second) => isTurnOf(everySeconds, second))
  expect(turns(1)).toHaveLength(61)
  expect(turns(10)).toEqual([0, 10, 20, 30, 40, 50, 60])
  expect(turns(60)).toEqual([0, 60])
})
