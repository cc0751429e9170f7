import { expect, test } from 'vitest'
import { returnOffer } from './return-offer.ts'
import type { ReturnableShipment, ReturnFacts } from './return-offer.ts'
import type { TakenLine } from './taken-units.ts'

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)

const delivered: ReturnableShipment = {
  state: 'delivered',
  isReship: false,
  receivedOn: day('2031-01-12'),
  items: [
    { position: 0, quantity: 2 },
    { position: 1, quantity: 1 },
  ],
}

const facts: ReturnFacts = {
  kind: 'purchase',
  isFullyRefunded: false,
  isWithdrawn: false,
  shipments: [delivered],
  returned: [],
  today: day('2031-01-20'),
}

test('every delivered unit can be returned for 30 days from its delivery', () => {
  // January 12 + 30 days.
  expect(returnOffer(facts)).toEqual({ kind: 'open', until: day('2031-02-11'), lines: delivered.items })
  expect(returnOffer({ ...facts, today: day('2031-02-11') }).kind).toBe('open')
  expect(returnOffer({ ...facts, today: day('2031-02-12') })).toEqual({ kind: 'none', reason: 'too-late' })
})

test('units in transit can be returned at any time, because their 30 days have not begun', () => {
  const onItsWay = { ...delivered, state: 'in-transit', receivedOn: null } as const
  expect(returnOffer({ ...facts, shipments: [onItsWay], today: day('2031-06-01') })).toEqual({
    kind: 'open',
    until: null,
    lines: delivered.items,
  })
  expect(returnOffer({ ...facts, shipments: [delivered, onItsWay] })).toMatchObject({ until: null })
})

const taken = (on: string, quantity: number, position = 0, isMissing = false): TakenLine => ({
  on: day(on),
  quantity,
  position,
  isMissing,
})

test('units in another return are left out', () => {
  expect(
    returnOffer({ ...facts, returned: [taken('2031-01-14', 1), taken('2031-01-15', 1, 1)] }),
  ).toMatchObject({ lines: [{ position: 0, quantity: 1 }] })
  expect(returnOffer({ ...facts, returned: [taken('2031-01-14', 2), taken('2031-01-15', 1, 1)] })).toEqual({
    kind: 'none',
    reason: 'returned',
  })
})

const again = (but: Partial<ReturnableShipment> = {}): ReturnableShipment => ({
  ...delivered,
  isReship: true,
  receivedOn: day('2031-02-20'),
  items: [{ position: 0, quantity: 1 }],
  ...but,
})

const unit = [{ position: 0, quantity: 1 }]

test('in a split order a return from an expired package leaves the later package complete', () => {
  const early = { ...delivered, items: unit }
  const late = { ...early, receivedOn: day('2031-02-10') }
  const split = { ...facts, shipments: [early, late], today: day('2031-02-20') }
  expect(returnOffer({ ...split, returned: [taken('2031-01-20', 1)] })).toMatchObject({ lines: unit })
  // Asked for when only the later one was in time, it is of that one.
  expect(returnOffer({ ...split, returned: [taken('2031-02-15', 1)] })).toMatchObject({ reason: 'returned' })
  expect(returnOffer({ ...split, returned: [taken('2031-01-20', 1), taken('2031-02-15', 1)] })).toMatchObject(
    {
      reason: 'returned',
    },
  )
  // Both at once, before the first one's days were over: one of each.
  expect(returnOffer({ ...split, returned: [taken('2031-02-10', 2)] })).toMatchObject({ reason: 'returned' })
})

test('in a split order a refund for a lost package leaves the delivered one complete', () => {
  const gone = { ...delivered, state: 'lost', receivedOn: null, items: unit } as const
  const split = { ...facts, shipments: [gone, { ...delivered, items: unit }] }
  expect(returnOffer({ ...split, returned: [taken('2031-01-18', 1, 0, true)] })).toMatchObject({
    lines: unit,
  })
  expect(
    returnOffer({ ...split, returned: [taken('2031-01-18', 1, 0, true), taken('2031-01-19', 1)] }),
  ).toMatchObject({ reason: 'returned' })
})

test('a returned unit cannot be returned again as its replacement', () => {
  const replaced = { ...delivered, items: unit }
  const shipments = [replaced, again({ receivedOn: day('2031-02-10') })]
  expect(
    returnOffer({ ...facts, shipments, returned: [taken('2031-01-20', 1)], today: day('2031-02-20') }),
  ).toMatchObject({ reason: 'returned' })
})

test('each of two shipments has its own 30 days', () => {
  const later = { ...delivered, receivedOn: day('2031-02-01'), items: [{ position: 0, quantity: 1 }] }
  const both = { ...facts, shipments: [delivered, later] }
  expect(returnOffer(both)).toMatchObject({
    until: day('2031-03-03'),
    lines: [{ position: 0, quantity: 3 }, { position: 1 }],
  })
  expect(returnOffer({ ...both, today: day('2031-02-20') })).toMatchObject({
    lines: [{ position: 0, quantity: 1 }],
  })
})

const lost = { ...delivered, state: 'lost', receivedOn: null } as const
test('a replacement for a lost package can be returned for 30 days from its own delivery', () => {
  const replaced = { ...facts, shipments: [lost, again()], today: day('2031-03-01') }
  expect(returnOffer(replaced)).toEqual({
    kind: 'open',
    until: day('2031-03-22'),
    lines: [{ position: 0, quantity: 1 }],
  })
})

test('of units delivered twice only the bought quantity can be returned, and no replacement that has not shipped', () => {
  const late = { ...delivered, receivedOn: day('2031-02-18') }
  const today = day('2031-03-01')
  const linesOf = (one: ReturnableShipment) => returnOffer({ ...facts, shipments: [late, one], today })
  expect(linesOf(again())).toMatchObject({ lines: [{ quantity: 2 }, { position: 1, quantity: 1 }] })
  const waits = again({ state: 'pending', receivedOn: null })
  expect(linesOf(waits)).toMatchObject({ lines: [{ quantity: 1 }, { position: 1, quantity: 1 }] })
})

test.each<[string, Partial<ReturnFacts>]>([
  ['not-shipped', { shipments: [{ ...delivered, state: 'packed', receivedOn: null }] }],
  ['not-shipped', { shipments: [{ ...delivered, state: 'lost', receivedOn: null }] }],
  ['not-shipped', { shipments: [] }],
  ['gift', { kind: 'gift' }],
  ['refunded', { isFullyRefunded: true }],
  ['withdrawn', { isWithdrawn: true }],
])('nothing can be returned: %s', (reason, but) => {
  expect(returnOffer({ ...facts, ...but })).toEqual({ kind: 'none', reason })
})
