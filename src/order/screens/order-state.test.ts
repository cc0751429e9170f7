import { expect, test } from 'vitest'
import type { Shipment } from '../endpoints.ts'
import { orderStateText } from './order-state.ts'

const shipment = (state: Shipment['state'], deliveredAt: string | null = null): Shipment => ({
  id: state,
  state,
  is_reship: false,
  carrier: 'UPS',
  service: null,
  tracking: '1Z1',
  tracking_url: null,
  lines: [],
  packed_at: '2026-12-10T17:00:00Z',
  shipped_at: '2026-12-10T17:00:00Z',
  delivered_at: deliveredAt,
  ended_at: null,
  expected_on: null,
  arrives: null,
})

const order = (...shipments: readonly Shipment[]) => ({
  state: 'shipped' as const,
  ship_on: '2026-12-10',
  ship_until: '2026-12-10',
  shipped_at: '2026-12-10T17:00:00Z',
  canceled_at: null,
  shipments: [...shipments],
})

test('an order is delivered on the day of its last delivery', () => {
  const first = shipment('delivered', '2026-12-16T17:00:00Z')
  const last = shipment('delivered', '2026-12-18T17:00:00Z')
  expect(orderStateText(order(first))).toBe('Delivered December 16, 2026')
  expect(orderStateText(order(last, first))).toBe('Delivered December 18, 2026')
  // One of two was canceled before it left.
  expect(orderStateText(order(first, shipment('canceled')))).toBe('Delivered December 16, 2026')
})

test('an order with a shipment in transit, lost or returned is not delivered', () => {
  const delivered = shipment('delivered', '2026-12-16T17:00:00Z')
  for (const state of ['in-transit', 'pending', 'lost', 'returned-to-sender'] as const)
    expect(orderStateText(order(delivered, shipment(state)))).toBe('Shipped December 10, 2026')
  expect(orderStateText(order(shipment('canceled')))).toBe('Shipped December 10, 2026')
  expect(orderStateText(order())).toBe('Shipped December 10, 2026')
})
