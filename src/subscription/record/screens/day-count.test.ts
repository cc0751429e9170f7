import { expect, test } from 'vitest'
import { daysBetween } from './day-count.ts'

test.each([
  ['2026-12-06', '2026-12-18', 12],
  ['2026-12-18', '2026-12-18', 0],
  ['2027-02-28', '2027-03-31', 31],
  ['2026-12-18', '2026-12-06', -12],
])('from %s to %s: %i days', (from, to, expected) => {
  expect(daysBetween(from, to)).toBe(expected)
})
