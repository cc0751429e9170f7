import { expect, test } from 'vitest'
import { relativeDayText, frequencyText } from './subscription-text.ts'

test.each([
  [1, 'monthly'],
  [3, 'every 3 months'],
  [6, 'every 6 months'],
])('%i months: %s', (months, expected) => {
  expect(frequencyText(months)).toBe(expected)
})

test.each([
  [-1, ''],
  [0, 'today'],
  [1, 'tomorrow'],
  [12, 'in 12 days'],
])('%i days: %j', (days, expected) => {
  expect(relativeDayText(days)).toBe(expected)
})
