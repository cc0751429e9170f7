import { expect, test } from 'vitest'
import { travelAfter } from './return-travel.ts'

test.for([
  [null, 'shipped', 'in-transit'],
  [null, 'delivered', 'arrived'],
  ['in-transit', 'in-transit', null],
  ['in-transit', 'lost', 'lost'],
  ['lost', 'delivered', 'arrived'],
  ['lost', 'in-transit', null],
  ['arrived', 'in-transit', null],
  ['arrived', 'lost', null],
  // It goes back to its sender, and is not the shop's.
  ['in-transit', 'returned-to-sender', null],
] as const)('a package that is %s and is said to be %s: %s', ([travel, says, after]) => {
  expect(travelAfter(travel, says)).toBe(after)
})
