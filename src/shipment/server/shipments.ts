import { packLots, unpackLots } from '#catalogue/server/stock-lots.ts'
import type { ShortShipment } from '#catalogue/rules/stock-lots.ts'
import type { Tx } from '#platform/app-deps.ts'
import { hasLeft, isPackedOrLater } from '../rules/shipment-state.ts'
import type { ShipmentState } from '../rules/shipment-state.ts'
import { wantVoid } from './label-store.ts'
import { insertEvents } from './shipment-history-store.ts'
import { awaitFirstLot, updateStates } from './shipment-store.ts'
import type { EventSource, Shipment } from './shipment-record.ts'

export type { EventSource, Shipment, ShipmentHistory, ShipmentMoment } from './shipment-record.ts'
export {
  insertEvents as recordEvents,
  isRecorded as isEventRecorded,
  selectEvents as shipmentEvents,
  selectShipmentHistories as shipmentHistories,
} from './shipment-history-store.ts'
export {
  eraseShipTo,
  saveReviewCheck,
  selectOrderIdOf as orderIdOfShipment,
  selectOrderIdsTracked as orderIdsTracked,
  selectShipments as shipmentsOf,
  shipmentInsert,
  shipmentReshipInsert,
  shipmentItemsInsert,
  updateCarrier,
  updateExpectedOn,
  updateShipTo,
} from './shipment-store.ts'
export { splitOff } from './split-shipment.ts'
export { lockTracking, recentlyTracked } from './tracked-shipments.ts'
export { hasReviewChecks, nextReviewCheck, selectReviewChecks } from './review-checks.ts'
export type { DeliveredBetween } from './review-checks.ts'
export { ordersToPack, reshipsToPack, selectReshipOrders as ordersToReship } from './to-pack.ts'

/** How shipments move: to which state, and who says so. */
export interface Move {
  readonly to: ShipmentState
  readonly source: EventSource
  /** When it happened; the transaction's time unless its source says another. */
  readonly at?: Temporal.Instant
  /** How its source names it. */
  readonly externalId?: string
}

const publishMove = (tx: Tx, { id, orderId, accountId, state }: Shipment, to: ShipmentState): void => {
  const event = { shipmentId: id, orderId, accountId }
  if (to === 'delivered') tx.publish({ kind: 'shipment-delivered', ...event })
  if ((to === 'shipped' || to === 'in-transit') && !hasLeft(state))
    tx.publish({ kind: 'shipment-shipped', ...event })
}

const idsOf = (shipments: readonly Shipment[]): string[] => shipments.map(({ id }) => id)

const wantedOf = ({ id: shipmentId, items }: Shipment) =>
  items.map(({ position, product, stockQuantity: units }) => ({ shipmentId, position, product, units }))

/** Shipments that were packed, and those for which too little is there that has not expired. */
export interface PackedShipments {
  readonly packed: readonly Shipment[]
  readonly short: readonly ShortShipment[]
}

/**
 * Packs shipments that wait, each from the lots that expire first; as `moveShipments`. What cannot be packed stays as it is.
 */
export const packShipments = async (
  tx: Tx,
  shipments: readonly Shipment[],
  source: EventSource,
): Promise<PackedShipments> => {
  await awaitFirstLot(tx)
  const short = await packLots(tx, shipments.flatMap(wantedOf))
  const packable = shipments.filter(({ id }) => !short.some(({ shipmentId }) => shipmentId === id))
  return { packed: await moveShipments(tx, packable, { to: 'packed', source }), short }
}

/**
 * Moves shipments to a state that may follow theirs, writes it to their history and publishes what their members
 * learn. The caller holds the lock of their orders, read the shipments under it, and sees to what follows for the orders.
 * Returns them as they are now.
 */
export const moveShipments = async (
  tx: Tx,
  shipments: readonly Shipment[],
  { to, source, at = tx.now, externalId }: Move,
): Promise<Shipment[]> => {
  if (shipments.length === 0) return []
  const ids = idsOf(shipments)
  await updateStates(tx, ids, to, at)
  if (!isPackedOrLater(to)) await wantVoid(tx, ids)
  // On hold it stays in its box: it may have left before anybody held it.
  if (to === 'pending' || to === 'canceled')
    await unpackLots(tx, idsOf(shipments.filter(({ state }) => state !== 'pending')))
  await insertEvents(
    tx,
    ids.map((shipmentId) => ({
      shipmentId,
      kind: to,
      source,
      happenedAt: at,
      isApplied: true,
      expectedOn: null,
      externalId: externalId ?? null,
    })),
  )
  for (const shipment of shipments) publishMove(tx, shipment, to)
  return shipments.map((shipment) => ({ ...shipment, state: to }))
}
