import { rangeText } from '#shared/date-range.ts'
import { longDate } from '#shared/dates.ts'
import type { Order, Shipment } from '../endpoints.ts'
import { shopDay } from './shop-day.ts'

const onDay = (word: string, at: string | null): string => (at === null ? word : `${word} ${shopDay(at)}`)

/** The days on which an order ships. */
export type ShippedOrder = Pick<Order, 'ship_on' | 'ship_until'>

/** When an order ships: `Ships January 8, 2031`, or in a range of days what is made to order. */
export const shipsText = ({ ship_on: from, ship_until: until }: ShippedOrder): string => {
  if (from === null || until === null) return 'Ships when it’s claimed'
  return `Ships ${from === until ? longDate(from) : rangeText({ from, until })}`
}

/** The state of a shipment, with its date: `Delivered January 12, 2031`. */
export const shipmentText = (shipment: Shipment, order: ShippedOrder): string => {
  switch (shipment.state) {
    case 'pending':
      return shipment.is_reship ? 'Ships in the next few days' : shipsText(order)
    case 'on-hold':
      return 'On hold'
    case 'packed':
      return `${onDay('Packed', shipment.packed_at)}, waiting for the carrier`
    case 'shipped':
      return onDay('Shipped', shipment.shipped_at)
    case 'in-transit':
      return `In transit, ${onDay('shipped', shipment.shipped_at)}`
    case 'delivered':
      return onDay('Delivered', shipment.delivered_at)
    case 'returned-to-sender':
      return onDay('Returned to us by the carrier', shipment.ended_at)
    case 'lost':
      return onDay('Reported lost by the carrier', shipment.ended_at)
    case 'canceled':
      return onDay('Canceled', shipment.ended_at)
    default:
      return shipment.state satisfies never
  }
}

/** Whether an order waits and something of it is packed or has left, so that it is not canceled any more. */
export const isPackingBegun = ({ state, shipments }: Pick<Order, 'state' | 'shipments'>): boolean =>
  state === 'placed' && shipments.some(({ packed_at: packedAt }) => packedAt !== null)
