import type { Order } from '../endpoints.ts'
import { shipsText } from './shipment-text.ts'
import type { ShippedOrder } from './shipment-text.ts'
import { shopDay } from './shop-day.ts'

type ShipmentItem = Order['shipment_items'][number]

/** The state of a shipment item, with its date: `Shipped January 8, 2031`. */
export const shipmentItemText = (
  { state, shipped_at: shippedAt, ended_at: endedAt }: ShipmentItem,
  order: ShippedOrder,
): string => {
  const ended = endedAt === null ? '' : ` ${shopDay(endedAt)}`
  switch (state) {
    case 'owed':
      return shipsText(order)
    case 'shipped':
      return shippedAt === null ? 'Shipped' : `Shipped ${shopDay(shippedAt)}`
    case 'canceled':
      return `Canceled${ended}`
    case 'refunded':
      return `Refunded${ended}`
    default:
      return state satisfies never
  }
}
