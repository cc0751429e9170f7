import { expect, test } from 'vitest'
import { isFarAhead, momentTyped } from './moment-words.ts'

test('a moment is far ahead from one calendar year on, also across a change of the clocks', () => {
  // The shop is in New York: 2028 is a leap year.
  const now = momentTyped('2027-03-01T09:00')
  expect(isFarAhead(momentTyped('2028-03-01T09:00'), now)).toBe(false)
  expect(isFarAhead(momentTyped('2028-03-01T09:01'), now)).toBe(true)
  expect(isFarAhead(momentTyped('2099-12-04T09:00'), now)).toBe(true)
})
