import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import { ShipmentState, effectOf, hasLeft, isOpen, mayBecome, orderStateOf } from './shipment-state.ts'

const states = ShipmentState.options
const carrierStates = ['shipped', 'in-transit', 'lost', 'delivered', 'returned-to-sender'] as const

test('only the listed states may follow each other', () => {
  const table = Object.fromEntries(
    states.map((state) => [state, states.filter((to) => mayBecome(state, to)).join(' ')]),
  )
  const carried = 'shipped in-transit lost delivered returned-to-sender'
  expect(table).toEqual({
    pending: 'on-hold packed canceled',
    'on-hold': `pending ${carried} canceled`,
    packed: `on-hold ${carried} canceled`,
    shipped: 'in-transit lost delivered returned-to-sender',
    'in-transit': 'lost delivered returned-to-sender',
    lost: 'delivered returned-to-sender',
    delivered: '',
    'returned-to-sender': '',
    canceled: '',
  })
})

test.each([
  ['packed', 'in-transit', 'moves'],
  ['shipped', 'shipped', 'repeats'],
  ['in-transit', 'shipped', 'late'],
  ['delivered', 'lost', 'late'],
  ['lost', 'delivered', 'moves'],
  ['canceled', 'shipped', 'late'],
] as const)('for a shipment in state %s, a carrier event %s: the shipment %s', (state, to, effect) => {
  expect(effectOf(state, to)).toBe(effect)
})

const after = (events: readonly ShipmentState[]): readonly ShipmentState[] => {
  const taken: ShipmentState[] = ['packed']
  for (const event of events) {
    const state = taken.at(-1) ?? 'packed'
    if (effectOf(state, event) === 'moves') taken.push(event)
  }
  return taken
}

test('events that arrive twice and in any order never move a shipment back', () => {
  assertProperty(
    fc.property(fc.array(fc.constantFrom(...carrierStates), { maxLength: 12 }), (events) => {
      const ranks = after(events).map((state) => states.indexOf(state))
      expect(ranks).toEqual([...new Set(ranks)].toSorted((a, b) => a - b))
    }),
  )
})

test('the events of one shipment give the same state in any order and number', () => {
  const journeys = [
    ['shipped', 'in-transit', 'delivered'],
    ['shipped', 'in-transit', 'lost', 'delivered'],
    ['shipped', 'in-transit', 'lost'],
    ['shipped', 'in-transit', 'returned-to-sender'],
  ] as const
  const arrivals = fc
    .constantFrom(...journeys)
    .chain((journey) =>
      fc.tuple(
        fc.constant(journey),
        fc.shuffledSubarray([...journey, ...journey], { minLength: journey.length * 2 }),
      ),
    )
  assertProperty(
    fc.property(arrivals, ([journey, arrived]) => {
      expect(after(arrived).at(-1)).toBe(journey.at(-1))
    }),
  )
})

test('a shipment is waiting, shipped or canceled', () => {
  for (const state of states)
    expect([state, Number(isOpen(state)) + Number(hasLeft(state)) + Number(state === 'canceled')]).toEqual([
      state,
      1,
    ])
})

test.each([
  [['pending'], 'placed'],
  [['shipped', 'on-hold'], 'placed'],
  [['shipped', 'canceled'], 'shipped'],
  [['delivered', 'lost'], 'shipped'],
  [['canceled', 'canceled'], 'canceled'],
] as const)('an order with shipments that are %j is %s', (ofShipments, state) => {
  expect(orderStateOf(ofShipments)).toBe(state)
})
