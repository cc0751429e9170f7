import { expect, test } from 'vitest'
import { addressRefusal } from './address-correction.ts'

const facts = {
  state: 'placed',
  isUnclaimedGift: false,
  shipments: ['pending', 'on-hold'],
  countries: ['US', 'US'],
  percents: [0, 0],
} as const

test('an address is corrected while nothing is packed', () => {
  expect(addressRefusal(facts)).toBeNull()
})

test.each([
  ['a shipped order', { state: 'shipped' }, /Nothing of this order waits/],
  ['a packed shipment', { shipments: ['pending', 'packed'] }, /Packing has begun/],
  ['a gift that nobody claimed', { isUnclaimedGift: true }, /recipient/],
  ['another country', { countries: ['US', 'CA'] }, /stays in its country/],
  ['another tax rate', { percents: [0, 10.35] }, /10.35% instead of 0%/],
] as const)('not for %s', (_what, change, sentence) => {
  expect(addressRefusal({ ...facts, ...change })).toMatch(sentence)
})
