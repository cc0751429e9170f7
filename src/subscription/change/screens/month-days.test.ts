import { expect, test } from 'vitest'
import { adjacentMonth, weekdays, weeksOf } from './month-days.ts'

test('December 2026 begins on a Tuesday and has five weeks', () => {
  const weeks = weeksOf('2026-12')
  expect(weeks.length).toBe(5)
  expect(weeks[0]).toEqual([null, null, '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05'])
  expect(weeks[4]).toEqual(['2026-12-27', '2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', null, null])
})

test('February 2026 begins on a Sunday and has four weeks', () => {
  expect(weeksOf('2026-02').map((week) => week.length)).toEqual([7, 7, 7, 7])
})

test('weeks begin on Sunday, as the brand’s customers expect', () => {
  const [first, last] = [weekdays('en').at(0), weekdays('en').at(-1)]
  expect([first, last]).toEqual(['Sunday', 'Saturday'])
})

test('February 29 is a day of a leap year', () => {
  expect(weeksOf('2028-02').flat()).toContain('2028-02-29')
})

test.each([
  ['2026-12', 1, '2027-01'],
  ['2027-01', -1, '2026-12'],
  ['2027-01', 1, '2027-02'],
] as const)('the month next to %s (%i) is %s', (month, step, expected) => {
  expect(adjacentMonth(month, step)).toBe(expected)
})
