import type { Order, Shipment } from '../endpoints.ts'
import { isPackingBegun, shipsText } from './shipment-text.ts'
import { shopDay } from './shop-day.ts'

/** When the last of its shipments was delivered; null while one is not, or none is left. */
const deliveredAt = (shipments: readonly Shipment[]): string | null => {
  const left = shipments.filter(({ state }) => state !== 'canceled')
  const days = left.flatMap(({ state, delivered_at: at }) =>
    state === 'delivered' && at !== null ? [at] : [],
  )
  return days.length < left.length ? null : (days.toSorted().at(-1) ?? null)
}

const shippedText = ({
  shipments,
  shipped_at: shippedAt,
}: Pick<Order, 'shipments' | 'shipped_at'>): string => {
  const delivered = deliveredAt(shipments)
  if (delivered !== null) return `Delivered ${shopDay(delivered)}`
  return shippedAt === null ? 'Shipped' : `Shipped ${shopDay(shippedAt)}`
}

/** The state of an order, with its date: `Shipped October 2, 2026`. */
export const orderStateText = (
  order: Pick<Order, 'state' | 'ship_on' | 'ship_until' | 'shipped_at' | 'canceled_at' | 'shipments'>,
): string => {
  switch (order.state) {
    case 'placed':
      if (isPackingBegun(order)) return 'Being packed'
      return shipsText(order)
    case 'shipped':
      return shippedText(order)
    case 'canceled':
      return order.canceled_at === null ? 'Canceled' : `Canceled ${shopDay(order.canceled_at)}`
    default:
      return order.state satisfies never
  }
}
