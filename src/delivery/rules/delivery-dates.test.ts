import { expect, test } from 'vitest'
import { arrivalDates, arrivalOfOrder, countedDay, shipDates, shipDatesFrom } from './delivery-dates.ts'
import type { DateRange } from '#shared/date-range.ts'

/** A moment where the shop counts its days. */
const at = (local: string): Temporal.Instant =>
  Temporal.PlainDateTime.from(local).toZonedDateTime('America/New_York').toInstant()

const text = ({ from, until }: DateRange): string => `${from.toString()} ${until.toString()}`

test.each([
  ['before the cut-off hour it counts from the day', '2026-11-30T13:59:59', '2026-11-30'],
  ['from that hour on from the next', '2026-11-30T14:00', '2026-12-01'],
  ['a Friday afternoon counts from Monday', '2026-11-27T14:00', '2026-11-30'],
  ['so does a Saturday morning', '2026-11-28T09:00', '2026-11-30'],
  ['a holiday counts from the day after', '2026-11-26T09:00', '2026-11-27'],
])('%s', (_what, moment, day) => {
  expect(countedDay(at(moment)).toString()).toBe(day)
})

test.each([
  // Thursday + 2: Friday is December 4, then Monday.
  ['2026-12-03T10:00', false, '2026-12-07 2026-12-07'],
  // Thanksgiving is not worked on: Friday, Monday.
  ['2026-11-25T10:00', false, '2026-11-30 2026-11-30'],
  // 14 and 28 days of the calendar, both Wednesdays.
  ['2026-12-02T23:00', true, '2026-12-16 2026-12-30'],
  // 14 days on is December 25: the Monday after; 28 days on January 8.
  ['2026-12-11T10:00', true, '2026-12-28 2027-01-08'],
])('a made-to-order purchase of %s: %s', (moment, isMadeToOrder, range) => {
  expect(text(shipDates(at(moment), isMadeToOrder))).toBe(range)
})

const on = (day: string): DateRange => ({
  from: Temporal.PlainDate.from(day),
  until: Temporal.PlainDate.from(day),
})

test.each([
  // Working days after Wednesday, December 2: 3, 4, 7 and then 8, 9.
  ['free_shipping', 'US', '2026-12-02', '2026-12-07 2026-12-09'],
  ['expedited', 'US', '2026-12-02', '2026-12-04 2026-12-07'],
  // After Friday, December 18: 21 to 24, 28, 29 are six; 30, 31, January 4 and 5 are ten.
  ['passport_duty_paid_canada', 'CA', '2026-12-18', '2026-12-29 2027-01-05'],
  ['passport_duty_paid_all', 'FR', '2026-12-02', '2026-12-14 2026-12-22'],
  ['passport_duty_paid_all', 'GB', '2026-12-02', '2026-12-10 2026-12-16'],
])('%s to %s, shipped %s: %s', (methodCode, country, day, range) => {
  expect(text(arrivalDates(on(day), { methodCode, country }))).toBe(range)
})

test('an order placed on Monday morning arrives from the following Monday', () => {
  const arrival = arrivalOfOrder(at('2026-11-30T10:00'), false, {
    methodCode: 'free_shipping',
    country: 'US',
  })
  expect(text(arrival)).toBe('2026-12-07 2026-12-09')
})

test('an overdue shipment ships on the next working day', () => {
  const saturday = Temporal.PlainDate.from('2026-12-05')
  expect(text(shipDatesFrom(on('2026-12-02'), saturday))).toBe('2026-12-07 2026-12-07')
  expect(text(shipDatesFrom(on('2026-12-16'), saturday))).toBe('2026-12-16 2026-12-16')
  const ranged = { from: Temporal.PlainDate.from('2026-12-02'), until: Temporal.PlainDate.from('2026-12-16') }
  expect(text(shipDatesFrom(ranged, saturday))).toBe('2026-12-07 2026-12-16')
})
