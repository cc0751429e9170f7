import { expect, test } from 'vitest'
import type { DateRange } from '#shared/date-range.ts'
import { orderArrival, shipmentArrival } from './shipment-arrival.ts'
import type { ShipmentDates } from './shipment-arrival.ts'

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text)

const range = (from: string, until = from): DateRange => ({ from: day(from), until: day(until) })

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

const left: ShipmentDates = { ...waiting, state: 'shipped', shippedOn: day('2031-12-03') }

test.each<[string, ShipmentDates, string, string | null]>([
  // 3 and 5 working days after Wednesday.
  ['it waits for its day', waiting, '2031-12-01', '2031-12-08 2031-12-10'],
  // It can leave on Monday, December 8, at the earliest.
  ['it should have left on Wednesday, and it is Saturday', waiting, '2031-12-06', '2031-12-11 2031-12-15'],
  ['it is packed early', { ...waiting, state: 'packed' }, '2031-12-02', '2031-12-05 2031-12-09'],
  ['it has left', left, '2031-12-04', '2031-12-08 2031-12-10'],
  ['the carrier is slow', { ...left, state: 'in-transit' }, '2031-12-09', '2031-12-09 2031-12-10'],
  ['it is overdue', { ...left, state: 'in-transit' }, '2031-12-12', '2031-12-12 2031-12-12'],
  [
    'the carrier said a day',
    { ...left, expectedOn: day('2031-12-16') },
    '2031-12-09',
    '2031-12-16 2031-12-16',
  ],
  ['that day has passed', { ...left, expectedOn: day('2031-12-16') }, '2031-12-17', '2031-12-17 2031-12-17'],
  ['it has arrived', { ...left, state: 'delivered' }, '2031-12-09', null],
  ['its money goes back', { ...waiting, state: 'on-hold' }, '2031-12-01', null],
  ['nobody claimed the gift', { ...waiting, ships: null }, '2031-12-01', null],
])('%s', (_what, dates, today, expected) => {
  expect(text(shipmentArrival(dates, toOregon, day(today)))).toBe(expected)
})

test('an order arrives from its first shipment to its last', () => {
  const arrivals = [null, range('2031-12-08', '2031-12-10'), range('2031-12-05', '2031-12-09')]
  expect(text(orderArrival(arrivals))).toBe('2031-12-05 2031-12-10')
  expect(orderArrival([null])).toBeNull()
  expect(orderArrival([])).toBeNull()
})
