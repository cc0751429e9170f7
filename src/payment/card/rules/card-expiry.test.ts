import { expect, test } from 'vitest'
import { cardExpiryStatus } from './card-expiry.ts'

test.each([
  ['2026-12-31', 'good'],
  ['2027-01-01', 'expiring'],
  ['2027-02-28', 'expiring'],
  ['2027-03-01', 'expired'],
])('a card good to the end of February 2027 is on %s: %s', (day, status) => {
  expect(cardExpiryStatus({ expMonth: 2, expYear: 2027 }, Temporal.PlainDate.from(day))).toBe(status)
})
