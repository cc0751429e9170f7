import { expect, test } from 'vitest'
import { shopMoment, shopTime, shortDate } from './shop-moment.ts'

test('a moment is shown in the time zone of the shop', () => {
  expect(shopMoment('2026-12-18T04:59:00Z')).toBe('17 December 2026, 23:59 ET')
  expect(shopTime('2026-07-18T12:05:00Z')).toBe('08:05')
})

test('a date without its year', () => {
  expect(shortDate('2026-12-08')).toBe('8 December')
})
