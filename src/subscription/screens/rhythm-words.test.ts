import { expect, test } from 'vitest'
import { distanceWords, rhythmWords } from './rhythm-words.ts'

test.each([
  [1, 'monthly'],
  [3, 'every 3 months'],
  [6, 'every 6 months'],
])('%i months: %s', (months, words) => {
  expect(rhythmWords(months)).toBe(words)
})

test.each([
  [-1, ''],
  [0, 'today'],
  [1, 'tomorrow'],
  [12, 'in 12 days'],
])('%i days: %j', (days, words) => {
  expect(distanceWords(days)).toBe(words)
})
