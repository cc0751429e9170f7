import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import { ratingOf } from './rating.ts'

test('without a review there is no average', () => {
  expect(ratingOf([])).toEqual({
    count: 0,
    average: null,
    stars: [5, 4, 3, 2, 1].map((stars) => ({ stars, count: 0 })),
  })
})

test.each([
  [[5], '5.0'],
  [[4, 5], '4.5'],
  // 4.25 and 4.35: half up.
  [[4, 4, 4, 5], '4.3'],
  [[1, 5, 5], '3.7'],
  [[1, 2, 2], '1.7'],
])('%j has the average %s', (given, average) => {
  const counts = Map.groupBy(given, (stars) => stars)
  expect(ratingOf([...counts].map(([stars, all]) => ({ stars, count: all.length }))).average).toBe(average)
})

test('the average is within half a tenth of the exact one, and between the least and the most', () => {
  assertProperty(
    fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 50 }), (given) => {
      const counts = Map.groupBy(given, (stars) => stars)
      const { average, count } = ratingOf([...counts].map(([stars, all]) => ({ stars, count: all.length })))
      const exact = given.reduce((sum, stars) => sum + stars, 0) / given.length
      expect(count).toBe(given.length)
      expect(Math.abs(Number(average) - exact)).toBeLessThanOrEqual(0.05 + 1e-9)
      expect(Number(average)).toBeGreaterThanOrEqual(Math.min(...given))
      expect(Number(average)).toBeLessThanOrEqual(Math.max(...given))
    }),
  )
})
