import { expect, test } from 'vitest'
import { neededUnits } from './stock-alarm.ts'

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
] as const)('below %j a stock is low at %i units', (level, units) => {
  expect(neededUnits(level, need)).toBe(units)
})

test('a part of a unit is a whole one', () => {
  expect(neededUnits({ days: 1 }, { byWeek: [1], bought: 0 })).toBe(1)
  expect(neededUnits({ days: 30 }, { byWeek: [], bought: 0 })).toBe(0)
})
