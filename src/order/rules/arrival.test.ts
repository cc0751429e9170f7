import { expect, test } from 'vitest'
import type { DateRange } from '#shared/date-range.ts'
import { orderReceivedDay, receivedDay, orderArrival, shipmentArrival } from './arrival.ts'
import type { ShipmentDates } from './arrival.ts'

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)
const berlin = { methodCode: 'passport_duty_paid_all', country: 'DE' }
const home = { methodCode: 'free_shipping', country: 'US' }
const left = { state: 'shipped', shippedOn: day('2031-01-08'), expectedOn: null, deliveredOn: null } as const

test('a shipment is received on its delivery day', () => {
  const delivered = { ...left, state: 'delivered', deliveredOn: day('2031-02-03') } as const
  expect(receivedDay(delivered, berlin)).toEqual(day('2031-02-03'))
})

test('a shipment without carrier events counts as received after the carrier’s longest time', () => {
  // Wednesday January 8: 5 working days to a place in the US, 14 to Germany.
  expect(receivedDay(left, home)).toEqual(day('2031-01-15'))
  expect(receivedDay(left, berlin)).toEqual(day('2031-01-28'))
  expect(receivedDay({ ...left, expectedOn: day('2031-03-01') }, home)).toEqual(day('2031-03-01'))
})

test.each(['pending', 'packed', 'on-hold', 'in-transit', 'lost', 'returned-to-sender', 'canceled'] as const)(
  'a shipment that is %s is not received',
  (state) => {
    expect(receivedDay({ ...left, state }, berlin)).toBeNull()
  },
)

test('an order is received with its last shipment', () => {
  const first = { state: 'delivered', receivedOn: day('2031-01-10') } as const
  const second = { state: 'delivered', receivedOn: day('2031-01-20') } as const
  const onItsWay = { state: 'in-transit', receivedOn: null } as const
  const lost = { state: 'lost', receivedOn: null } as const
  expect(orderReceivedDay([second, first])).toEqual(day('2031-01-20'))
  expect(orderReceivedDay([first, onItsWay])).toBeNull()
  expect(orderReceivedDay([onItsWay, first])).toBeNull()
  // Sent again, and received: the first package counts no more.
  expect(orderReceivedDay([lost, first])).toEqual(day('2031-01-10'))
  expect(orderReceivedDay([lost])).toBeNull()
  expect(orderReceivedDay([])).toBeNull()
})

const shipmentArrivalDay = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)

const range = (from: string, until = from): DateRange => ({
  from: shipmentArrivalDay(from),
  until: shipmentArrivalDay(until),
})

const text = (arrival: DateRange | null): string | null =>
  arrival && `${arrival.from.toString()} ${arrival.until.toString()}`

const toOregon = { methodCode: 'free_shipping', country: 'US' }

/** Ordered on Monday, December 1, 2031; it was to ship on Wednesday. */
const waiting: ShipmentDates = {
  state: 'pending',
  ships: range('2031-12-03'),
  shippedOn: null,
  expectedOn: null,
}

const shipmentArrivalLeft: ShipmentDates = {
  ...waiting,
  state: 'shipped',
  shippedOn: shipmentArrivalDay('2031-12-03'),
}

test.each<[string, ShipmentDates, string, string | null]>([
  // 3 and 5 working days after Wednesday.
  ['it waits for its day', waiting, '2031-12-01', '2031-12-08 2031-12-10'],
  // It can leave on Monday, December 8, at the earliest.
  ['it should have left on Wednesday, and it is Saturday', waiting, '2031-12-06', '2031-12-11 2031-12-15'],
  ['it is packed early', { ...waiting, state: 'packed' }, '2031-12-02', '2031-12-05 2031-12-09'],
  ['it has left', shipmentArrivalLeft, '2031-12-04', '2031-12-08 2031-12-10'],
  [
    'the carrier is slow',
    { ...shipmentArrivalLeft, state: 'in-transit' },
    '2031-12-09',
    '2031-12-09 2031-12-10',
  ],
  ['it is overdue', { ...shipmentArrivalLeft, state: 'in-transit' }, '2031-12-12', '2031-12-12 2031-12-12'],
  [
    'the carrier said a day',
    { ...shipmentArrivalLeft, expectedOn: shipmentArrivalDay('2031-12-16') },
    '2031-12-09',
    '2031-12-16 2031-12-16',
  ],
  [
    'that day has passed',
    { ...shipmentArrivalLeft, expectedOn: shipmentArrivalDay('2031-12-16') },
    '2031-12-17',
    '2031-12-17 2031-12-17',
  ],
  ['it has arrived', { ...shipmentArrivalLeft, state: 'delivered' }, '2031-12-09', null],
  ['its money goes back', { ...waiting, state: 'on-hold' }, '2031-12-01', null],
  ['nobody claimed the gift', { ...waiting, ships: null }, '2031-12-01', null],
])('%s', (_what, dates, today, expected) => {
  expect(text(shipmentArrival(dates, toOregon, shipmentArrivalDay(today)))).toBe(expected)
})

test('the arrival of an order runs from its first shipment to its last', () => {
  const arrivals = [null, range('2031-12-08', '2031-12-10'), range('2031-12-05', '2031-12-09')]
  expect(text(orderArrival(arrivals))).toBe('2031-12-05 2031-12-10')
  expect(orderArrival([null])).toBeNull()
  expect(orderArrival([])).toBeNull()
})
