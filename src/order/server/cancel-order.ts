import type { Kysely } from 'kysely'
import { releaseStock } from '#catalogue/server/plans.ts'
import { releaseCommittedRedemptions } from '#coupon/server/coupons.ts'
import { ShopError } from '#shared/errors.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { hasLeft, isOpen, isPackedOrLater } from '#shipment/rules/shipment-state.ts'
import { moveShipments, shipmentsOf } from '#shipment/server/shipments.ts'
import type { EventSource, Shipment } from '#shipment/server/shipments.ts'
import { isClaimed } from '../rules/gift-claim.ts'
import { recordCanceled } from './order-ledger.ts'
import { lockOrder, selectOrdersOfCheckout, updateCanceled } from './order-store.ts'
import type { Order } from './order-record.ts'
import { shipComplete } from './fulfillment.ts'

/** The codes of a purchase count as used as long as one of its orders is not canceled. */
const releaseCodes = async (tx: Tx, checkoutId: string): Promise<void> => {
  const orders = await selectOrdersOfCheckout(tx.db, checkoutId)
  if (orders.every(({ state }) => state === 'canceled')) await releaseCommittedRedemptions(tx, checkoutId)
}

const cancel = async (
  tx: Tx,
  order: Order,
  shipments: readonly Shipment[],
  source: EventSource,
): Promise<Order> => {
  await updateCanceled(tx, order.id)
  await moveShipments(
    tx,
    shipments.filter(({ state }) => isOpen(state)),
    { to: 'canceled', source },
  )
  await recordCanceled(tx, order)
  if (order.checkoutId !== null) await releaseCodes(tx, order.checkoutId)
  tx.publish({ kind: 'order-canceled', orderId: order.id, accountId: order.accountId })
  return { ...order, state: 'canceled', canceledAt: tx.now }
}

const shipmentsOfOrder = async (tx: Tx, orderId: string): Promise<readonly Shipment[]> =>
  (await shipmentsOf(tx.db, [orderId])).get(orderId) ?? []

const quantitiesIn = (shipments: readonly Shipment[]): Readonly<Record<string, number>> => {
  const quantities = new Map<string, number>()
  for (const { product, stockQuantity } of shipments.flatMap(({ items }) => items))
    quantities.set(product, (quantities.get(product) ?? 0) + stockQuantity)
  return Object.fromEntries(quantities)
}

/**
 * Ends an order that was fully refunded before all of it shipped, in the transaction that records the refund: what has
 * not left is canceled and returns to stock, also what was to be sent again. An order of which nothing has left is canceled, with its ledger entries and
 * its coupon uses. Does nothing to an order that has shipped or was canceled before.
 */
export const cancelRefunded = async (tx: Tx, orderId: string): Promise<void> => {
  const order = await lockOrder(tx, orderId)
  if (!order || order.state === 'canceled') return
  const shipments = await shipmentsOfOrder(tx, orderId)
  const waiting = shipments.filter(({ state }) => isOpen(state))
  if (shipments.some(({ state }) => hasLeft(state))) {
    await moveShipments(tx, waiting, { to: 'canceled', source: 'refund' })
    await shipComplete(tx, [order])
  } else await cancel(tx, order, shipments, 'refund')
  const quantities = quantitiesIn(waiting)
  tx.beforeCommit(() => releaseStock(tx, quantities))
}

/** Whether packing of an order has begun, so that its buyer does not cancel it any more. */
export const isPackingBegun = async (db: Kysely<Database>, orderId: string): Promise<boolean> =>
  ((await shipmentsOf(db, [orderId])).get(orderId) ?? []).some(({ state }) => isPackedOrLater(state))

/**
 * Cancels an order of which nothing is packed (ruling 16), in the caller's transaction, with its ledger entries and its
 * coupon uses. Null when packing has begun, or it was claimed as a gift or canceled before, so that only one of two
 * callers refunds and returns stock. NOT_FOUND.
 */
export const cancelUnshipped = async (tx: Tx, orderId: string): Promise<Order | null> => {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new ShopError('NOT_FOUND')
  if (order.state !== 'placed' || isClaimed(order)) return null
  const shipments = await shipmentsOfOrder(tx, orderId)
  if (shipments.some(({ state }) => isPackedOrLater(state))) return null
  return cancel(tx, order, shipments, 'order')
}
