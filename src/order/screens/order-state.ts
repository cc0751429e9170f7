import type { Order } from '../endpoints.ts'
import { isPackingBegun, shipsText } from './shipment-text.ts'
import { shopDay } from './shop-day.ts'

/** The state of an order, with its date: `Shipped October 2, 2026`. */
export const orderStateText = (
  order: Pick<Order, 'state' | 'ship_on' | 'ship_until' | 'shipped_at' | 'canceled_at' | 'shipments'>,
): string => {
  switch (order.state) {
    case 'placed':
      if (isPackingBegun(order)) return 'Being packed'
      return shipsText(order)
    case 'shipped':
      return order.shipped_at === null ? 'Shipped' : `Shipped ${shopDay(order.shipped_at)}`
    case 'canceled':
      return order.canceled_at === null ? 'Canceled' : `Canceled ${shopDay(order.canceled_at)}`
    default:
      return order.state satisfies never
  }
}
