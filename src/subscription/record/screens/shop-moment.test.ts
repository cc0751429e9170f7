import { expect, test } from 'vitest'
import { shopMoment, shopTime } from './shop-moment.ts'

test('a moment is shown in the shop’s time zone', () => {
  expect(shopMoment('2026-12-18T04:59:00Z')).toBe('December 17, 2026, 11:59 PM ET')
  expect(shopTime('2026-07-18T12:05:00Z')).toBe('8:05 AM ET')
})
