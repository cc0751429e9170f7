import { expect, test } from 'vitest'
import { isHoliday } from './holidays.ts'

const of = (country: string, year: number): string[] =>
  Array.from({ length: 366 }, (_, at) => Temporal.PlainDate.from(`${year}-01-01`).add({ days: at }))
    .filter((date) => date.year === year && isHoliday(date, country))
    .map(String)

test('the days of the home market: a holiday on a Sunday takes the Monday too', () => {
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

test('those of Canada in 2027, where December 26 is a Sunday', () => {
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

test('elsewhere three days count', () => {
  expect(of('FR', 2028)).toEqual(['2028-01-01', '2028-04-14', '2028-12-25'])
})

// Easter by the rule of Meeus, Jones and Butcher; the table is from another source.
const easter = (year: number): Temporal.PlainDate => {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const [i, k] = [Math.floor(c / 4), c % 4]
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 19 * l) / 433)
  const month = Math.floor((h + l - 7 * m + 90) / 25)
  return new Temporal.PlainDate(year, month, (h + l - 7 * m + 33 * month + 19) % 32)
}

test('Good Friday is two days before Easter, in every year of the table', () => {
  for (let year = 2026; year <= 2037; year += 1)
    expect([year, isHoliday(easter(year).subtract({ days: 2 }), 'FR')]).toEqual([year, true])
})
