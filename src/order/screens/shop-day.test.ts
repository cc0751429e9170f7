import { expect, test } from 'vitest'
import { shopDay } from './shop-day.ts'

test.each([
  ['2026-11-20T12:00:00Z', '20 November 2026'],
  ['2026-11-20T04:59:59.999Z', '19 November 2026'],
  ['2026-11-20T05:00:00Z', '20 November 2026'],
  ['2027-01-01T03:00:00Z', '31 December 2026'],
])('%s is %s in the shop', (moment, expected) => {
  expect(shopDay(moment)).toBe(expected)
})
