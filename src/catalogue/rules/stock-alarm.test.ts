import { expect, test } from 'vitest'
import { boughtDays, neededUnits, coverDays, coverHorizon } from './stock-alarm.ts'

const need = { byWeek: [70, 14, 7], bought: 56 }

test.each([
  // A number is that number, whatever orders need.
  [{ units: 500 }, 500],
  // 7 days: the first week, and 2 a day that visitors buy: 70 + 14.
  [{ days: 7 }, 84],
  // 10 days: 70 + 3/7 of 14, and 20: 96.
  [{ days: 10 }, 96],
  // 1 day: 10 + 2.
  [{ days: 1 }, 12],
  // 16 days: 70 + 14 + 2/7 of 7, and 32.
  [{ days: 16 }, 118],
] as const)('with the alarm %j a stock is low at %i units', (level, units) => {
  expect(neededUnits(level, need)).toBe(units)
})

test('a fraction of a unit is rounded to a whole one', () => {
  expect(neededUnits({ days: 1 }, { byWeek: [1], bought: 0 })).toBe(1)
  expect(neededUnits({ days: 30 }, { byWeek: [], bought: 0 })).toBe(0)
})

const weeklyNeed = { byWeek: Array.from({ length: 12 }, () => 14), bought: 28 }

test('a stock lasts for the whole days whose renewals and purchases it covers', () => {
  // 2 renewals and 1 purchase a day.
  expect([1, 3, 29, 30, 31].map((units) => coverDays(units, weeklyNeed))).toEqual([0, 1, 9, 10, 10])
  // A week without renewals takes the purchases alone: 7 × 3, then 1 a day.
  expect(coverDays(24, { byWeek: [14], bought: 28 })).toBe(10)
})

test('an empty stock lasts for no day, and a stock that covers all known days has no end date', () => {
  expect([0, -14].map((units) => coverDays(units, weeklyNeed))).toEqual([0, 0])
  expect([3 * coverHorizon - 1, 3 * coverHorizon].map((units) => coverDays(units, weeklyNeed))).toEqual([
    83,
    null,
  ])
  expect(coverDays(1, { byWeek: [], bought: 0 })).toBeNull()
})

test('an alarm in days is raised when the stock does not last that long', () => {
  for (const units of [10, 44, 45, 46, 200])
    expect(units >= neededUnits({ days: 15 }, weeklyNeed)).toBe(
      (coverDays(units, weeklyNeed) ?? coverHorizon) >= 15,
    )
})

test('units that expire unsold are gone from the day after their last one', () => {
  const daily = { byWeek: [], bought: boughtDays }
  expect(coverDays(20, daily, [{ units: 5, inDays: 3 }])).toBe(15)
  // On the fourth day two are left and five are gone.
  expect(coverDays(5, daily, [{ units: 5, inDays: 3 }])).toBe(3)
  expect(coverDays(20, daily, [{ units: 5, inDays: 300 }])).toBe(20)
})
