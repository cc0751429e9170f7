import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import { allocateLots, countedLots, firstExpiredFirst, returnedToLots, unsoldLots } from './stock-lots.ts'
import type { StockLot } from './stock-lots.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const today = day('2026-11-28')
const lot = (name: string, bestBefore: string | null, remaining: number, product = 'ds-01'): StockLot => ({
  product,
  lot: name,
  bestBefore: bestBefore === null ? null : day(bestBefore),
  remaining,
})
const wants = (shipmentId: string, units: number, product = 'ds-01', position = 0) => ({
  shipmentId,
  position,
  product,
  units,
})

const onHand = [
  lot('NEVER', null, 5),
  lot('LATE', '2028-03-08', 5),
  lot('SOON', '2026-11-28', 2),
  lot('PAST', '2026-11-27', 9),
  lot('', null, 1),
]

test('units without a lot are packed first, then the lot that expires first, also on its last day', () => {
  const { taken, short } = allocateLots(onHand, [wants('a', 9)], today)
  expect(taken.map(({ lot: name, units }) => [name, units])).toEqual([['', 1], ['SOON', 2], ['LATE', 5], ['NEVER', 1]]) // prettier-ignore
  expect(short).toEqual([])
})

test('a shipment is packed completely or not at all, and unused units serve the next one', () => {
  const wanted = [wants('a', 14), wants('b', 2), wants('b', 3, 'other', 1), wants('c', 12)]
  const { taken, short } = allocateLots(onHand, wanted, today)
  expect(short).toEqual([
    { shipmentId: 'a', product: 'ds-01', units: 14, there: 13 },
    { shipmentId: 'c', product: 'ds-01', units: 12, there: 11 },
  ])
  expect(new Set(taken.map(({ shipmentId }) => shipmentId))).toEqual(new Set(['b']))
})

test('a product without lots needs no lot numbers', () => {
  expect(allocateLots(onHand, [wants('a', 99, 'other')], today)).toEqual({ taken: [], short: [] })
})

const lots = fc.uniqueArray(
  fc.record({
    product: fc.constantFrom('a', 'b'),
    lot: fc.constantFrom('', 'L1', 'L2', 'L3'),
    bestBefore: fc.option(fc.integer({ min: -5, max: 5 }).map((days) => today.add({ days }))),
    remaining: fc.integer({ min: 0, max: 6 }),
  }),
  { selector: ({ product, lot: name }) => `${product} ${name}`, maxLength: 8 },
)
const wanted = fc.array(
  fc.record({
    shipmentId: fc.constantFrom('s1', 's2', 's3'),
    position: fc.integer({ min: 0, max: 2 }),
    product: fc.constantFrom('a', 'b'),
    units: fc.integer({ min: 0, max: 5 }),
  }),
  { maxLength: 6 },
)

test('no lot gives more than it has, no expired unit is taken, and a shipment that is not short gets everything', () => {
  assertProperty(
    fc.property(lots, wanted, (there, needed) => {
      const { taken, short } = allocateLots(there, needed, today)
      for (const one of there) {
        const own = taken.filter(({ product, lot: name }) => product === one.product && name === one.lot)
        const units = own.reduce((sum, { units: each }) => sum + each, 0)
        expect(units).toBeLessThanOrEqual(one.remaining)
        if (one.bestBefore && Temporal.PlainDate.compare(one.bestBefore, today) < 0) expect(units).toBe(0)
      }
      const tracked = new Set(there.map(({ product }) => product))
      const sumOf = (parts: readonly { readonly units: number }[]) =>
        parts.reduce((sum, { units }) => sum + units, 0)
      for (const shipment of ['s1', 's2', 's3']) {
        const own = needed.filter(
          ({ shipmentId, product }) => shipmentId === shipment && tracked.has(product),
        )
        const isShort = short.some(({ shipmentId }) => shipmentId === shipment)
        expect(sumOf(taken.filter(({ shipmentId }) => shipmentId === shipment))).toBe(
          isShort ? 0 : sumOf(own),
        )
      }
    }),
  )
})

test('a count above the lots adds units without a lot, and a count below removes those that would be packed first', () => {
  expect(countedLots(onHand, 3)).toEqual([{ lot: '', units: 3 }])
  expect(countedLots(onHand, 0)).toEqual([])
  expect(countedLots(onHand, -4)).toEqual([
    { lot: '', units: -1 },
    { lot: 'PAST', units: -3 },
  ])
})

test('returned units go to the lot that expires first, and broken or expired units are written off', () => {
  const sent = [lot('LATE', '2028-03-08', 2), lot('PAST', '2026-11-27', 1)].map((one) => ({
    ...one,
    shipmentId: 'a',
    position: 0,
  }))
  const line = { shipmentId: 'a', position: 0, product: 'ds-01' }
  expect(returnedToLots(sent, { restocked: 2, writtenOff: 1 }, today)).toEqual([
    { ...line, lot: 'PAST', units: 1, isRestocked: true, isWrittenOff: true },
    { ...line, lot: 'LATE', units: 1, isRestocked: true, isWrittenOff: false },
    { ...line, lot: 'LATE', units: 1, isRestocked: false, isWrittenOff: true },
  ])
  expect(firstExpiredFirst(onHand).map(({ lot: name }) => name)).toEqual([
    '',
    'PAST',
    'SOON',
    'LATE',
    'NEVER',
  ])
})

const unsoldLotsToday = Temporal.PlainDate.from('2031-02-06')

const unsoldLotsLot = (name: string, days: number | null, remaining: number): StockLot => ({
  product: 'ds-01',
  lot: name,
  bestBefore: days === null ? null : unsoldLotsToday.add({ days }),
  remaining,
})

/** One unit is bought a day. */
const daily = { byWeek: [], bought: 28 }

test('the unsold units of a lot are those beyond its remaining days, after the lots that expire earlier', () => {
  const lots = [unsoldLotsLot('LATE', 99, 60), unsoldLotsLot('SOON', 29, 40), unsoldLotsLot('OLD', -1, 5)]
  // In 30 days 30 units of 40 are sold; in 100 days 70 more, of which there are 60.
  expect(unsoldLots(lots, 105, daily, unsoldLotsToday)).toEqual([
    { product: 'ds-01', lot: 'SOON', units: 10 },
  ])
  expect(unsoldLots([...lots, unsoldLotsLot('', null, 20)], 125, daily, unsoldLotsToday)).toEqual([
    { product: 'ds-01', lot: 'SOON', units: 30 },
  ])
})

test('units of waiting orders are deducted at once, and renewals by their weeks and on average afterwards', () => {
  // 40 on hand, of which 25 are bought already.
  expect(unsoldLots([unsoldLotsLot('SOON', 9, 40)], 15, daily, unsoldLotsToday)).toEqual([
    { product: 'ds-01', lot: 'SOON', units: 5 },
  ])
  const renewing = { byWeek: [7, 21], bought: 0 }
  // 7 and 21 in two weeks, then 2 a day for 6 days.
  expect(unsoldLots([unsoldLotsLot('SOON', 19, 50)], 50, renewing, unsoldLotsToday)).toEqual([
    { product: 'ds-01', lot: 'SOON', units: 10 },
  ])
})

test('without a sales rate or an expiry day no units are reported as unsold', () => {
  expect(
    unsoldLots([unsoldLotsLot('SOON', 9, 40)], 40, { byWeek: [0, 0], bought: 0 }, unsoldLotsToday),
  ).toEqual([])
  expect(unsoldLots([unsoldLotsLot('EVER', null, 4_000)], 4_000, daily, unsoldLotsToday)).toEqual([])
})
