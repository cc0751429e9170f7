import { expect, test } from 'vitest'
import { brokenShipmentItemsOf, shipmentStateOf } from './shipment-item.ts'
import type { OrderedProducts } from './shipment-item.ts'

const paid = { totals: { totalCents: 13_497 }, refundedCents: 0 }

test.each([
  ['placed', 0, 'owed'],
  ['placed', 13_497, 'owed'],
  ['shipped', 0, 'shipped'],
  ['shipped', 13_496, 'shipped'],
  ['shipped', 13_497, 'refunded'],
  ['canceled', 0, 'canceled'],
  ['canceled', 13_497, 'refunded'],
])('an order that is %s with %i cents refunded: its units are %s', (state, refundedCents, expected) => {
  expect(shipmentStateOf({ ...paid, state, refundedCents })).toBe(expected)
})

test('what cost nothing is canceled, never refunded', () => {
  expect(shipmentStateOf({ state: 'canceled', totals: { totalCents: 0 }, refundedCents: 0 })).toBe('canceled')
})

/** A kit of three months with a vaginal refill, and another adult refill: 3 + 1 and 1 units. */
const order: OrderedProducts = {
  ...paid,
  number: 'L1',
  state: 'shipped',
  lines: [
    { stock: { product: 'ds-01', quantity: 3 } },
    { stock: { product: 'vs-01', quantity: 1 } },
    { stock: { product: 'ds-01', quantity: 1 } },
  ],
}
const adult = { product: 'ds-01', quantity: 4, state: 'shipped' }
const vaginal = { product: 'vs-01', quantity: 1, state: 'shipped' }

test('paid units are delivered, owed or refunded, per order and product', () => {
  expect(brokenShipmentItemsOf(order, [adult, vaginal])).toEqual([])
  expect(brokenShipmentItemsOf(order, [{ ...adult, quantity: 3 }, vaginal])).toEqual([
    'order L1 paid for 4 ds-01, and 3 are delivered, 0 owed, 0 refunded',
  ])
  expect(brokenShipmentItemsOf(order, [adult])).toEqual([
    'order L1 paid for 1 vs-01, and 0 are delivered, 0 owed, 0 refunded',
  ])
  expect(brokenShipmentItemsOf({ ...order, lines: order.lines.slice(0, 1) }, [adult, vaginal])).toEqual([
    'order L1 paid for 3 ds-01, and 4 are delivered, 0 owed, 0 refunded',
    'order L1 paid for 0 vs-01, and 1 are delivered, 0 owed, 0 refunded',
  ])
  expect(brokenShipmentItemsOf(order, [{ ...adult, state: 'owed' }, vaginal])).toEqual([
    'order L1 says that ds-01 is shipped, its delivery owed',
  ])
})
