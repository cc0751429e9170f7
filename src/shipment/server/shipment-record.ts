import type { Selectable } from 'kysely'
import { Address } from '#shared/address.ts'
import { dateOrNull, instantOrNull } from '#shared/dates.ts'
import type { Database } from '#platform/schema.ts'
import type { ShipmentItem } from '../rules/shipment-item.ts'
import { ShipmentState } from '../rules/shipment-state.ts'

/** The items of an order that ship together. */
export interface Shipment {
  readonly id: string
  readonly orderId: string
  readonly accountId: string
  readonly state: ShipmentState
  /** Sent again, free of charge: no part of what was ordered. */
  readonly isReship: boolean
  readonly items: readonly ShipmentItem[]
  /** Null: the order's address. */
  readonly shipTo: Address | null
  /** The carrier's code; null until a carrier has it, and for shipments from before carriers were recorded. */
  readonly carrier: string | null
  readonly service: string | null
  readonly tracking: string | null
  /** The page that follows it, where its carrier has said it. */
  readonly trackingUrl: string | null
  readonly weightGrams: number | null
  /** When the carrier says that it arrives. */
  readonly expectedOn: Temporal.PlainDate | null
  readonly packedAt: Temporal.Instant | null
  readonly shippedAt: Temporal.Instant | null
  readonly deliveredAt: Temporal.Instant | null
  /** When it was canceled, returned or lost. */
  readonly endedAt: Temporal.Instant | null
}

/** Who says that something happened to a shipment. */
export type EventSource =
  | 'operator'
  | 'import'
  | 'warehouse'
  | 'carrier'
  | 'order'
  | 'refund'
  | 'dispute'
  | 'partner'

/** What happened to a shipment: it took a state, or it is delayed. */
export interface ShipmentEvent {
  readonly shipmentId: string
  readonly kind: ShipmentState | 'delayed'
  readonly source: EventSource
  readonly happenedAt: Temporal.Instant
  /** False for an event that came too late or twice. */
  readonly isApplied: boolean
  readonly expectedOn: Temporal.PlainDate | null
  /** How its source names it; null for one without a name. */
  readonly externalId: string | null
}

type ItemRow = Pick<
  Selectable<Database['shipment_item']>,
  'position' | 'product' | 'line_quantity' | 'stock_quantity'
>

const itemFrom = (row: ItemRow): ShipmentItem => ({
  position: row.position,
  product: row.product,
  lineQuantity: row.line_quantity,
  stockQuantity: row.stock_quantity,
})

/** A shipment from its rows. */
export const shipmentFrom = (row: Selectable<Database['shipment']>, items: readonly ItemRow[]): Shipment => ({
  id: row.id,
  orderId: row.order_id,
  accountId: row.account_id,
  state: ShipmentState.parse(row.state),
  isReship: row.is_reship,
  items: items.map(itemFrom),
  shipTo: row.ship_to === null ? null : Address.parse(row.ship_to),
  carrier: row.carrier,
  service: row.service,
  tracking: row.tracking,
  trackingUrl: row.tracking_url,
  weightGrams: row.weight_grams,
  expectedOn: dateOrNull(row.expected_on),
  packedAt: instantOrNull(row.packed_at),
  shippedAt: instantOrNull(row.shipped_at),
  deliveredAt: instantOrNull(row.delivered_at),
  endedAt: instantOrNull(row.ended_at),
})

/** An event of a shipment, with its source. */
export interface ShipmentMoment {
  readonly kind: string
  readonly source: string
  readonly at: Temporal.Instant
}

/** A shipment and what happened to it, the oldest first; late and repeated events are left out. */
export interface ShipmentHistory {
  readonly shipment: Shipment
  readonly events: readonly ShipmentMoment[]
}
