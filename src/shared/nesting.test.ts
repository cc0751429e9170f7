import { expect, test } from 'vitest'
import { isTooDeep } from './nesting.ts'

const nested = (levels: number): unknown => {
  let value: unknown = 1
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { part: value }
  return value
}

test('32 levels of nesting are accepted, and more are refused, however many', () => {
  expect([isTooDeep('text'), isTooDeep(null), isTooDeep([]), isTooDeep(nested(32))]).toEqual(
    Array(4).fill(false),
  )
  expect([isTooDeep(nested(33)), isTooDeep(nested(100_000)), isTooDeep([1, nested(50)])]).toEqual(
    Array(3).fill(true),
  )
})
