import { expect, test } from 'vitest'
import { clockTime, dateIn, fromAnchor, longDate, shortDate } from './dates.ts'
import { intervalText } from './messages/interval-text.ts'

test('a period is counted from the anchor, so a short month never moves later dates', () => {
  const anchor = Temporal.PlainDate.from('2027-01-31')
  expect([0, 1, 2, 3, 13].map((step) => fromAnchor(anchor, 1, step).toString())).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2028-02-29',
  ])
})

test('the date follows the shop’s time zone', () => {
  const instant = Temporal.Instant.from('2026-12-01T03:30:00Z')
  expect(dateIn(instant, 'America/New_York').toString()).toBe('2026-11-30')
  expect(dateIn(instant, 'UTC').toString()).toBe('2026-12-01')
})

test('dates are written out, and an instant by its day', () => {
  expect(longDate('2026-12-08')).toBe('December 8, 2026')
  expect(longDate('2026-01-31T10:00:00Z')).toBe('January 31, 2026')
})

test('a date without year, and a time, follow the brand’s locale', () => {
  expect(shortDate('2026-12-08')).toBe('December 8')
  expect(['00:05', '09:00', '12:30', '16:10:59'].map((time) => clockTime(time))).toEqual([
    '12:05 AM',
    '9:00 AM',
    '12:30 PM',
    '4:10 PM',
  ])
})

test('an interval is written in words', () => {
  expect([intervalText(1), intervalText(3)]).toEqual(['every month', 'every 3 months'])
})
