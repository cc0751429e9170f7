import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../test/support/property.ts'
import { currencies, currencyOf } from './currency-codes.ts'
import { decimalsOf } from './currency.ts'
import {
  allocate,
  formatPrice,
  parsePrice,
  percentOf,
  priceText,
  readPrice,
  sumCents,
  wirePrice,
} from './money.ts'

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
  expect(() => wirePrice(0.5, 'USD')).toThrow(RangeError)
  expect(() => allocate(Number.NaN, [1])).toThrow(RangeError)
})

test('a split amount adds up to the original', () => {
  expect(allocate(1000, [1, 1, 1])).toEqual([333, 334, 333])
  expect(allocate(1, [1, 1])).toEqual([1, 0])
  expect(allocate(500, [0, 0])).toEqual([500, 0])
  expect(allocate(500, [])).toEqual([])
})

test('split parts add up, stay within a cent of their share, and never exceed their weight while the amount does not', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 8 })
  assertProperty(
    fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (weights, share) => {
      const sum = sumCents(weights)
      const total = Math.floor(sum * share)
      const parts = allocate(total, weights)
      expect(sumCents(parts)).toBe(total)
      parts.forEach((part, at) => {
        const weight = weights[at] ?? 0
        expect(part).toBeGreaterThanOrEqual(0)
        if (sum > 0) expect(part).toBeLessThanOrEqual(weight)
        if (sum > 0) expect(Math.abs(part - (total * weight) / sum)).toBeLessThanOrEqual(1)
      })
    }),
  )
})

test('cents and API amounts convert both ways without loss', () => {
  assertProperty(
    fc.property(
      fc.integer({ min: 0, max: 99_999_999_999 }),
      (cents) => parsePrice(wirePrice(cents, 'USD'), 'USD') === cents,
    ),
  )
  expect(wirePrice(-5, 'USD')).toBe('-0.05')
})

test.each(['', '1,00', '1.', '.5', '-1', '1e3', ' 1', '1.005', '0x10', '١'])(
  '%j is not a valid price',
  (text) => {
    expect(() => parsePrice(text, 'USD')).toThrow(RangeError)
  },
)

test('prices are formatted with symbol and groups', () => {
  expect([0, 5, 4999, 123_456_789].map((cents) => formatPrice(cents, 'USD'))).toEqual([
    '$0.00',
    '$0.05',
    '$49.99',
    '$1,234,567.89',
  ])
  expect(formatPrice(-3374, 'USD')).toBe('\u2212$33.74')
})

// ISO 4217, list one
test.each([
  [0, ['CLP', 'ISK', 'JPY', 'KRW', 'UGX', 'VND', 'XAF']],
  [2, ['CAD', 'EUR', 'GBP', 'HUF', 'TWD', 'USD']],
  [3, ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND']],
] as const)('amounts have %i decimals', (decimals, codes) => {
  expect(codes.map((code) => [code, decimalsOf(code)])).toEqual(codes.map((code) => [code, decimals]))
})

test('a currency is recognized by its ISO spelling only, and none is listed twice', () => {
  expect(['usd', 'Usd', ' USD', 'toString', ''].map(currencyOf)).toEqual([null, null, null, null, null])
  expect(new Set(currencies).size).toBe(currencies.length)
})

test.each([
  ['JPY', 5000, '5000', '¥5,000'],
  ['KWD', 1250, '1.250', 'KWD 1.250'],
  ['KWD', 5, '0.005', 'KWD 0.005'],
  ['CAD', 6799, '67.99', 'CA$67.99'],
  ['EUR', 4699, '46.99', '€46.99'],
  ['GBP', 3999, '39.99', '£39.99'],
] as const)('%s %i is %s in the API and %s for people', (currency, cents, wire, shown) => {
  expect(wirePrice(cents, currency)).toBe(wire)
  expect(parsePrice(wire, currency)).toBe(cents)
  expect(priceText(wire, currency).replace(/\s/, ' ')).toBe(shown)
  expect(priceText(`-${wire}`, currency).replace(/\s/, ' ')).toBe(`\u2212${shown}`)
})

test('API amounts and smallest units convert both ways in every currency', () => {
  assertProperty(
    fc.property(
      fc.constantFrom(...currencies),
      fc.integer({ min: 0, max: 99_999_999_999 }),
      (currency, cents) => parsePrice(wirePrice(cents, currency), currency) === cents,
    ),
  )
})

test.each([
  ['JPY', '5000.00'],
  ['JPY', '5000.5'],
  ['USD', '49.999'],
  ['KWD', '1.2505'],
] as const)('text that is no amount in %s: %s', (currency, text) => {
  expect(() => parsePrice(text, currency)).toThrow(RangeError)
  expect(readPrice(text, currency)).toBeNull()
})

test('zero is zero in every format, and text that is no price is no amount', () => {
  expect(['0', '0.00', '0.000', '-0.00'].map((text) => readPrice(text, 'JPY'))).toEqual([0, 0, 0, 0])
  expect(['', '-', 'x', '.', '1e3'].map((text) => readPrice(text, 'USD'))).toEqual(Array(5).fill(null))
})
