import { wireRange } from '#shared/date-range.ts'
import { carrierName, trackingPage } from '#shipment/rules/carriers.ts'
import { itemStateOf } from '#shipment/rules/shipment-item.ts'
import type { Shipment } from '#shipment/server/shipments.ts'
import type { Order as WireOrder, Shipment as WireShipment } from '../endpoints.ts'
import { arrivalOf } from './arrivals.ts'
import type { Order } from './order-record.ts'

/** The first tracking number of an order; null when no shipment has one. */
export const trackingOf = (shipments: readonly Shipment[]): string | null =>
  shipments.find(({ tracking }) => tracking !== null)?.tracking ?? null

/** A shipment in the form of the wire, with the names of its order's lines, and when it arrives as far as is known now. */
export const wireShipment = (order: Order, shipment: Shipment, now: Temporal.Instant): WireShipment => {
  const arrives = arrivalOf(order, shipment, now)
  return {
    id: shipment.id,
    state: shipment.state,
    is_reship: shipment.isReship,
    carrier: carrierName(shipment.carrier),
    service: shipment.service,
    tracking: shipment.tracking,
    tracking_url: trackingPage(shipment),
    lines: shipment.items.map(({ position, lineQuantity }) => ({
      plan_code: order.lines[position]?.planCode ?? '',
      name: order.lines[position]?.name ?? '',
      quantity: lineQuantity,
    })),
    packed_at: shipment.packedAt?.toString() ?? null,
    shipped_at: shipment.shippedAt?.toString() ?? null,
    delivered_at: shipment.deliveredAt?.toString() ?? null,
    ended_at: shipment.endedAt?.toString() ?? null,
    expected_on: shipment.expectedOn?.toString() ?? null,
    arrives: arrives && wireRange(arrives),
  }
}

type WireItem = WireOrder['shipment_items'][number]

const wireItemsOf = (order: Order, { state, items, shippedAt, endedAt }: Shipment): WireItem[] => {
  const itemState = itemStateOf(state, order)
  const end = itemState === 'refunded' ? (order.refundedAt ?? endedAt) : endedAt
  const hasEnded = itemState === 'refunded' || itemState === 'canceled'
  return items.map(({ product, stockQuantity }) => ({
    product,
    quantity: stockQuantity,
    state: itemState,
    shipped_at: shippedAt?.toString() ?? null,
    ended_at: hasEnded ? (end?.toString() ?? null) : null,
  }))
}

const keyOf = ({ product, state, shipped_at: shippedAt, ended_at: endedAt }: WireItem): string =>
  [product, state, shippedAt, endedAt].join(' ')

/** What an order owes and has delivered of each product: one entry for each state and date, by product. */
export const wireShipmentItems = (order: Order, shipments: readonly Shipment[]): WireItem[] => {
  const ordered = shipments.filter(({ isReship }) => !isReship)
  const items = ordered.flatMap((shipment) => wireItemsOf(order, shipment))
  return [...Map.groupBy(items, keyOf).values()]
    .flatMap(([first, ...others]) =>
      first
        ? [{ ...first, quantity: others.reduce((sum, { quantity }) => sum + quantity, first.quantity) }]
        : [],
    )
    .toSorted((a, b) => (a.product < b.product ? -1 : Number(a.product > b.product)))
}
