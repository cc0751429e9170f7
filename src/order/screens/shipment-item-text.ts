import { longDate } from '#shared/dates.ts'
import type { Order } from '../endpoints.ts'
import { shopDay } from './shop-day.ts'

type ShipmentItem = Order['shipment_items'][number]

/** The state of a shipment item, with its date: `Shipped January 8, 2031`. */
export const shipmentItemText = (
  { state, shipped_at: shippedAt, ended_at: endedAt }: ShipmentItem,
  { ship_on: shipOn }: Pick<Order, 'ship_on'>,
): string => {
  const ended = endedAt === null ? '' : ` ${shopDay(endedAt)}`
  switch (state) {
    case 'owed':
      return shipOn === null ? 'Ships when it is claimed' : `Ships ${longDate(shipOn)}`
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
