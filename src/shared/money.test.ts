import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../test/support/property.ts'
import { allocate, formatPrice, parsePrice, percentOf, sumCents, wirePrice } from './money.ts'

test.each([
  [4999, 25, 1250], // 12.4975
  [4999, 15, 750], // 7.4985
  [4999, 10, 500],
  [13497, 25, 3374], // 33.7425
  [4998, 25, 1250], // 12.495, exactly half
  [-4998, 25, -1250],
  [0, 7.25, 0],
  [9_007_199_254_740, 6.875, 619_244_948_763], // beyond the precision of a float: …763.375
])('%i cents at %d %% are %i', (cents, percent, result) => {
  expect(percentOf(cents, percent)).toBe(result)
})

test('an amount that is not whole cents is refused', () => {
  expect(() => percentOf(49.99, 25)).toThrow(RangeError)
  expect(() => wirePrice(0.5)).toThrow(RangeError)
  expect(() => allocate(Number.NaN, [1])).toThrow(RangeError)
})

test('a sum is split so that it stays the sum', () => {
  expect(allocate(1000, [1, 1, 1])).toEqual([333, 334, 333])
  expect(allocate(1, [1, 1])).toEqual([1, 0])
  expect(allocate(500, [0, 0])).toEqual([500, 0])
  expect(allocate(500, [])).toEqual([])
})

test('parts add up, stay within a cent of their share, and none is more than its weight while the sum is not', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 8 })
  assertProperty(
    fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (weights, share) => {
      const whole = sumCents(weights)
      const total = Math.floor(whole * share)
      const parts = allocate(total, weights)
      expect(sumCents(parts)).toBe(total)
      parts.forEach((part, at) => {
        const weight = weights[at] ?? 0
        expect(part).toBeGreaterThanOrEqual(0)
        if (whole > 0) expect(part).toBeLessThanOrEqual(weight)
        if (whole > 0) expect(Math.abs(part - (total * weight) / whole)).toBeLessThanOrEqual(1)
      })
    }),
  )
})

test('wire and cents are one to one', () => {
  assertProperty(
    fc.property(
      fc.integer({ min: 0, max: 99_999_999_999 }),
      (cents) => parsePrice(wirePrice(cents)) === cents,
    ),
  )
  expect(wirePrice(-5)).toBe('-0.05')
})

test.each(['', '1,00', '1.', '.5', '-1', '1e3', ' 1', '1.005', '0x10', '١'])('%j is not a price', (text) => {
  expect(() => parsePrice(text)).toThrow(RangeError)
})

test('prices are shown with symbol and groups', () => {
  expect([0, 5, 4999, 123_456_789].map((cents) => formatPrice(cents, 'USD'))).toEqual([
    '$0.00',
    '$0.05',
    '$49.99',
    '$1,234,567.89',
  ])
  expect(formatPrice(-3374, 'USD')).toBe('\u2212$33.74')
})
