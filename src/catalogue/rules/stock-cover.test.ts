import { expect, test } from 'vitest'
import { neededUnits } from './stock-alarm.ts'
import { coverDays, coverHorizon } from './stock-cover.ts'

const need = { byWeek: Array.from({ length: 12 }, () => 14), bought: 28 }

test('a stock lasts for the whole days whose renewals and purchases it has units for', () => {
  // 2 renewals and 1 purchase a day.
  expect([1, 3, 29, 30, 31].map((units) => coverDays(units, need))).toEqual([0, 1, 9, 10, 10])
  // A week without renewals takes the purchases alone: 7 × 3, then 1 a day.
  expect(coverDays(24, { byWeek: [14], bought: 28 })).toBe(10)
})

test('nothing is enough for no day, and what is enough for all known days has no end', () => {
  expect([0, -14].map((units) => coverDays(units, need))).toEqual([0, 0])
  expect([3 * coverHorizon - 1, 3 * coverHorizon].map((units) => coverDays(units, need))).toEqual([83, null])
  expect(coverDays(1, { byWeek: [], bought: 0 })).toBeNull()
})

test('an alarm of so many days rings where the stock does not last for them', () => {
  for (const units of [10, 44, 45, 46, 200])
    expect(units >= neededUnits({ days: 15 }, need)).toBe((coverDays(units, need) ?? coverHorizon) >= 15)
})
