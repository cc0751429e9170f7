import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import { creditIn, creditKey, creditUsed, smallestCharge } from './credit-use.ts'

test.each([
  ['nothing there', 0, 4999, 0],
  ['a part of the total', 1000, 4999, 1000],
  ['the whole total', 4999, 4999, 4999],
  ['more than the total', 6000, 4999, 4999],
  ['all but a few cents: 50 are left for the card', 4990, 4999, 4949],
  ['a total below the smallest charge is paid whole or not at all', 30, 40, 0],
])('%s', (_what, available, total, used) => {
  expect(creditUsed(available, total, 'USD')).toBe(used)
})

test('credit never exceeds the balance or the total, and leaves the card either nothing or at least the minimum charge', () => {
  const cents = fc.integer({ min: 0, max: 20_000 })
  assertProperty(
    fc.property(cents, cents, (available, total) => {
      const used = creditUsed(available, total, 'USD')
      expect(used).toBeGreaterThanOrEqual(0)
      expect(used).toBeLessThanOrEqual(Math.min(available, total))
      if (used > 0 && used < total) expect(total - used).toBeGreaterThanOrEqual(smallestCharge('USD'))
    }),
  )
})

test('credit in one currency does not pay in another', () => {
  const balances = new Map([[creditKey('mara', 'USD'), 1000]])
  expect([creditIn(balances, 'mara', 'USD'), creditIn(balances, 'mara', 'EUR')]).toEqual([1000, 0])
})
