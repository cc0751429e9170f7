import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../../test/support/property.ts'
import { cycleAfter, cycleDate, cycleDates } from './billing-schedule.ts'

const day = (date: string) => Temporal.PlainDate.from(date)

test('dates are counted from the anchor: January 31, February 28, March 31', () => {
  const schedule = { anchorOn: day('2027-01-31'), intervalMonths: 1 }
  expect(cycleDates(schedule, 0, 4).map(String)).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
  ])
})

test('a yearly subscription from February 29 returns to February 29 in a leap year', () => {
  const schedule = { anchorOn: day('2028-02-29'), intervalMonths: 12 }
  expect(cycleDates(schedule, 1, 4).map(String)).toEqual([
    '2029-02-28',
    '2030-02-28',
    '2031-02-28',
    '2032-02-29',
  ])
})

test('the cycle after a date is the first one that falls later', () => {
  assertProperty(
    fc.property(
      fc.integer({ min: 0, max: 1500 }),
      fc.constantFrom(1, 3, 6),
      fc.integer({ min: -40, max: 3000 }),
      (start, intervalMonths, days) => {
        const anchorOn = day('2026-01-01').add({ days: start })
        const schedule = { anchorOn, intervalMonths }
        const date = anchorOn.add({ days })
        const cycle = cycleAfter(schedule, date)
        expect(cycle).toBeGreaterThanOrEqual(1)
        expect(Temporal.PlainDate.compare(cycleDate(schedule, cycle), date)).toBe(1)
        if (cycle > 1)
          expect(Temporal.PlainDate.compare(cycleDate(schedule, cycle - 1), date)).toBeLessThanOrEqual(0)
      },
    ),
  )
})
