import { expect, test } from 'vitest'
import { shopDay } from './shop-day.ts'

test.each([
  ['2026-11-20T12:00:00Z', 'November 20, 2026'],
  ['2026-11-20T04:59:59.999Z', 'November 19, 2026'],
  ['2026-11-20T05:00:00Z', 'November 20, 2026'],
  ['2027-01-01T03:00:00Z', 'December 31, 2026'],
])('the moment %s is %s in the shop', (moment, expected) => {
  expect(shopDay(moment)).toBe(expected)
})
