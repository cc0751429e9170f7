import { expect, test } from 'vitest'
import { rangeText } from './date-range.ts'

test.each([
  ['2031-12-06', '2031-12-09', 'December 6–9'],
  ['2031-12-30', '2032-01-03', 'December 30 – January 3'],
  ['2031-01-06', '2032-01-09', 'January 6 – January 9'],
  ['2031-12-06', '2031-12-06', 'December 6'],
])('from %s until %s: %s', (from, until, text) => {
  expect(rangeText({ from, until })).toBe(text)
})
