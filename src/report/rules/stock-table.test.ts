import { expect, test } from 'vitest'
import type { StockLot } from '#catalogue/rules/stock-lots.ts'
import { stockTables } from './stock-table.ts'

const today = Temporal.PlainDate.from('2031-02-06')
const lot = (name: string, days: number | null, remaining: number): StockLot => ({
  product: 'ds-01',
  lot: name,
  bestBefore: days === null ? null : today.add({ days }),
  remaining,
})
const every = (units: number) => Array.from({ length: 12 }, (_, week) => ({ product: 'ds-01', week, units }))

const rowOf = (stock: number, lots: readonly StockLot[], units: number) => {
  const [table] = stockTables(
    { stock: { 'ds-01': stock }, coming: every(units), deliveries: [], lots },
    today,
  )
  return table?.rows[0]?.cells.map(({ text }) => text) ?? []
}

test('units of a lot that its orders leave until its last day are gone in the week after it', () => {
  // 14 are taken until the 20th, the last day of SOON; 6 of its 20 expire on the 21st, the first day of the third week.
  const [available, runsOut, ...weeks] = rowOf(40, [lot('SOON', 13, 20), lot('LATE', 300, 20)], 7)
  expect([available, runsOut]).toEqual(['40', 'Mar 6'])
  expect(weeks.slice(0, 5)).toEqual(['33 (7)', '26 (7)', '13 (7, 6 expire)', '6 (7)', '-1 (7)'])
})

test('orders that wait take what expires first, and units without a day are sold before all others', () => {
  // 30 on hand, of which 12 are bought already: the lot gives 8 of its 10 after the 4 units without a number.
  expect(rowOf(18, [lot('SOON', 6, 10), lot('', null, 4), lot('LATE', 300, 16)], 0).slice(2, 5)).toEqual([
    '18 (0)',
    '16 (0, 2 expire)',
    '16 (0)',
  ])
})

test('what has expired already is in no week, and without orders a lot expires as a whole', () => {
  expect(rowOf(5, [lot('OLD', -1, 9), lot('TODAY', 0, 5)], 0).slice(0, 4)).toEqual([
    '5',
    'lasts longer',
    '0 (0, 5 expire)',
    '0 (0)',
  ])
})

test('more than a lot has is not taken twice', () => {
  expect(rowOf(3, [lot('SOON', 8, 3)], 5).slice(2, 5)).toEqual(['-2 (5)', '-7 (5)', '-12 (5)'])
})
