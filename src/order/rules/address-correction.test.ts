import { expect, test } from 'vitest'
import type { ShipmentState } from '#shipment/rules/shipment-state.ts'
import { addressRefusal } from './address-correction.ts'

const first = (state: ShipmentState) => ({ state, isReship: false })
const again = (state: ShipmentState) => ({ state, isReship: true })

const facts = {
  state: 'placed',
  isUnclaimedGift: false,
  shipments: [first('pending'), first('on-hold')],
  countries: ['US', 'US'],
  percents: [0, 0],
} as const

test('an address can be corrected while nothing is packed', () => {
  expect(addressRefusal(facts)).toBeNull()
  const back = {
    ...facts,
    state: 'shipped',
    shipments: [first('returned-to-sender'), again('pending')],
  } as const
  expect(addressRefusal(back)).toBeNull()
})

test.each([
  ['a shipped order', { state: 'shipped', shipments: [first('delivered')] }, /Nothing of this order waits/],
  [
    'what was sent again',
    { state: 'shipped', shipments: [first('delivered'), again('delivered')] },
    /Nothing of this order waits/,
  ],
  [
    'what is sent again and packed',
    { state: 'shipped', shipments: [first('lost'), again('packed')] },
    /Packing has begun/,
  ],
  ['a canceled order', { state: 'canceled', shipments: [first('canceled')] }, /Nothing of this order waits/],
  ['a packed shipment', { shipments: [first('pending'), first('packed')] }, /Packing has begun/],
  ['a gift that nobody claimed', { isUnclaimedGift: true }, /recipient/],
  ['another country', { countries: ['US', 'CA'] }, /stays in its country/],
  ['another tax rate', { percents: [0, 10.35] }, /10.35% instead of 0%/],
] as const)('an address cannot be corrected for %s', (_what, change, sentence) => {
  expect(addressRefusal({ ...facts, ...change })).toMatch(sentence)
})
