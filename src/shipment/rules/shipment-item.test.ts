import { expect, test } from 'vitest'
import { brokenShipmentsOf, itemStateOf } from './shipment-item.ts'
import type { OrderedProducts } from './shipment-item.ts'

const paid = { totals: { totalCents: 13_497 }, refundedCents: 0 }

test.each([
  ['pending', 0, 'owed'],
  ['on-hold', 13_497, 'owed'],
  ['packed', 0, 'owed'],
  ['shipped', 0, 'shipped'],
  ['lost', 0, 'shipped'],
  ['delivered', 13_496, 'shipped'],
  ['delivered', 13_497, 'refunded'],
  ['canceled', 0, 'canceled'],
  ['canceled', 13_497, 'refunded'],
] as const)(
  'a shipment that is %s with %i cents refunded: its units are %s',
  (state, refundedCents, expected) => {
    expect(itemStateOf(state, { ...paid, refundedCents })).toBe(expected)
  },
)

test('a free item is canceled and never refunded', () => {
  expect(itemStateOf('canceled', { totals: { totalCents: 0 }, refundedCents: 0 })).toBe('canceled')
})

/** A kit of three months with a vaginal refill, and two adult refills: 3 + 1 and 2 units. */
const order: OrderedProducts = {
  ...paid,
  number: 'L1',
  state: 'shipped',
  lines: [
    { quantity: 1, stock: { product: 'ds-01', quantity: 3 } },
    { quantity: 1, stock: { product: 'vs-01', quantity: 1 } },
    { quantity: 2, stock: { product: 'ds-01', quantity: 2 } },
  ],
}
const kit = { position: 0, product: 'ds-01', lineQuantity: 1, stockQuantity: 3 }
const vaginal = { position: 1, product: 'vs-01', lineQuantity: 1, stockQuantity: 1 }
const refill = { position: 2, product: 'ds-01', lineQuantity: 1, stockQuantity: 1 }

test('paid units are delivered, owed or refunded, for each order and product', () => {
  const first = { state: 'delivered', items: [kit, refill] } as const
  const second = { state: 'shipped', items: [vaginal, refill] } as const
  expect(brokenShipmentsOf(order, [first, second])).toEqual([])
  expect(brokenShipmentsOf(order, [first, { ...second, items: [refill] }])).toEqual([
    'order L1 paid for 1 vs-01, and 0 are delivered, 0 owed, 0 refunded',
  ])
  expect(brokenShipmentsOf(order, [first, { ...second, items: [vaginal, refill, refill] }])).toEqual([
    'order L1 paid for 5 ds-01, and 6 are delivered, 0 owed, 0 refunded',
  ])
  // The same product, of another line.
  const other = { ...kit, lineQuantity: 2, stockQuantity: 4 }
  expect(brokenShipmentsOf(order, [{ ...first, items: [other] }, second])).toEqual([
    'order L1 has 1 in line 1, and 2 in its shipments',
    'order L1 has 2 in line 3, and 1 in its shipments',
  ])
  expect(brokenShipmentsOf(order, [first, { ...second, state: 'packed' }])).toEqual([
    'order L1 is shipped, its shipments placed',
  ])
})
