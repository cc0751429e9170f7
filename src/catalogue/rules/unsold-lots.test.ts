import { expect, test } from 'vitest'
import type { StockLot } from './stock-lots.ts'
import { unsoldLots } from './unsold-lots.ts'

const today = Temporal.PlainDate.from('2031-02-06')

const lot = (name: string, days: number | null, remaining: number): StockLot => ({
  product: 'ds-01',
  lot: name,
  bestBefore: days === null ? null : today.add({ days }),
  remaining,
})

/** One unit is bought a day. */
const daily = { byWeek: [], bought: 28 }

test('a lot is unsold as far as its days are too few, after the lots that expire before it', () => {
  const lots = [lot('LATE', 99, 60), lot('SOON', 29, 40), lot('OLD', -1, 5)]
  // In 30 days 30 units of 40 are sold; in 100 days 70 more, of which there are 60.
  expect(unsoldLots(lots, 105, daily, today)).toEqual([{ product: 'ds-01', lot: 'SOON', units: 10 }])
  expect(unsoldLots([...lots, lot('', null, 20)], 125, daily, today)).toEqual([
    { product: 'ds-01', lot: 'SOON', units: 30 },
  ])
})

test('units of orders that wait leave at once; renewals count by their weeks, and on average after them', () => {
  // 40 on hand, of which 25 are bought already.
  expect(unsoldLots([lot('SOON', 9, 40)], 15, daily, today)).toEqual([
    { product: 'ds-01', lot: 'SOON', units: 5 },
  ])
  const renewing = { byWeek: [7, 21], bought: 0 }
  // 7 and 21 in two weeks, then 2 a day for 6 days.
  expect(unsoldLots([lot('SOON', 19, 50)], 50, renewing, today)).toEqual([
    { product: 'ds-01', lot: 'SOON', units: 10 },
  ])
})

test('without a rate, and without a day, nothing is said', () => {
  expect(unsoldLots([lot('SOON', 9, 40)], 40, { byWeek: [0, 0], bought: 0 }, today)).toEqual([])
  expect(unsoldLots([lot('EVER', null, 4_000)], 4_000, daily, today)).toEqual([])
})
