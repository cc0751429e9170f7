import { expect, test } from 'vitest'
import { placeCounts } from './work-places.ts'

test('places count their entries, the home its lines; what only waits is not counted, what is due now is urgent', () => {
  expect(
    placeCounts([
      { kind: 'payment-unknown', layer: 'now', count: 2 },
      { kind: 'problem-open', layer: 'today', count: 3 },
      { kind: 'shipment-to-pack', layer: 'today', count: 86 },
      { kind: 'return-expected', layer: 'later', count: 4 },
      { kind: 'renewal-parked', layer: 'today', count: 9 },
    ]),
  ).toEqual([
    { href: '/desk', count: 4, isUrgent: true },
    { href: '/desk/orders', count: 5, isUrgent: true },
    { href: '/desk/fulfillment', count: 86, isUrgent: false },
  ])
  expect(placeCounts([])).toEqual([])
})
