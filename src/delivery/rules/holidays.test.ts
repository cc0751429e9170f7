import { expect, test } from 'vitest'
import { isHoliday } from './holidays.ts'

const of = (country: string, year: number): string[] =>
  Array.from({ length: 366 }, (_, at) => Temporal.PlainDate.from(`${year}-01-01`).add({ days: at }))
    .filter((date) => date.year === year && isHoliday(date, country))
    .map(String)

/** A holiday of a date that is on a Sunday takes the Monday too. */
const withMonday = (day: string): string[] => {
  const date = Temporal.PlainDate.from(day)
  return date.dayOfWeek === 7 ? [day, date.add({ days: 1 }).toString()] : [day]
}

test('holidays of the home market: a holiday on a Sunday also covers the Monday', () => {
  // July 4, 2027 is a Sunday.
  expect(of('US', 2027)).toEqual([
    '2027-01-01',
    '2027-05-31',
    '2027-07-04',
    '2027-07-05',
    '2027-09-06',
    '2027-11-25',
    '2027-12-25',
  ])
  expect(of('US', 2026)).toEqual([
    '2026-01-01',
    '2026-05-25',
    '2026-07-04',
    '2026-09-07',
    '2026-11-26',
    '2026-12-25',
  ])
})

test('holidays of Canada in 2027, where December 26 is a Sunday', () => {
  expect(of('CA', 2027)).toEqual([
    '2027-01-01',
    '2027-02-15',
    '2027-03-26',
    '2027-05-24',
    '2027-07-01',
    '2027-09-06',
    '2027-09-30',
    '2027-10-11',
    '2027-11-11',
    '2027-12-25',
    '2027-12-26',
    '2027-12-27',
  ])
})

test('other countries have three holidays', () => {
  expect(of('FR', 2028)).toEqual(['2028-01-01', '2028-04-14', '2028-12-25'])
})

// From published calendars; the rule computes them, so that no table runs out. Those of 2038 and 2285 are the latest and the earliest of all.
test.each([
  '2026-04-03',
  '2027-03-26',
  '2028-04-14',
  '2029-03-30',
  '2030-04-19',
  '2031-04-11',
  '2032-03-26',
  '2033-04-15',
  '2034-04-07',
  '2035-03-23',
  '2036-04-11',
  '2037-04-03',
  '2038-04-23',
  '2285-03-20',
])('Good Friday is on %s, and on no other Friday of that spring', (day) => {
  const year = Temporal.PlainDate.from(day).year
  expect(of('FR', year)).toEqual([`${year}-01-01`, day, `${year}-12-25`].flatMap(withMonday))
})
