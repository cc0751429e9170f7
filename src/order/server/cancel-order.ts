import { releaseStock } from '#catalogue/server/plans.ts'
import { releaseCommittedRedemptions } from '#coupon/server/coupons.ts'
import { ShopError } from '#shared/errors.ts'
import type { Tx } from '#platform/app-deps.ts'
import { isClaimed } from '../rules/order-terms.ts'
import { syncShipmentItems } from './shipment-items.ts'
import { recordCanceled } from './order-ledger.ts'
import { selectShipmentItems } from './shipment-item-store.ts'
import { lockOrder, selectOrdersOfCheckout, updateCanceled, updateHeld } from './order-store.ts'
import type { Order } from './order-record.ts'

/** The codes of a purchase count as used as long as one of its orders is not canceled. */
const releaseCodes = async (tx: Tx, checkoutId: string): Promise<void> => {
  const orders = await selectOrdersOfCheckout(tx.db, checkoutId)
  if (orders.every(({ state }) => state === 'canceled')) await releaseCommittedRedemptions(tx, checkoutId)
}

const cancel = async (tx: Tx, order: Order): Promise<Order> => {
  const canceled: Order = { ...order, state: 'canceled', canceledAt: tx.now }
  await updateCanceled(tx, order.id)
  await syncShipmentItems(tx, [canceled])
  await recordCanceled(tx, order)
  if (order.checkoutId !== null) await releaseCodes(tx, order.checkoutId)
  return canceled
}

/**
 * Cancels an order that was fully refunded before it shipped, in the transaction that records the refund: its ledger
 * entries, its coupon uses and its stock. Does nothing to an order that has shipped or was canceled before.
 */
export const cancelRefunded = async (tx: Tx, orderId: string): Promise<void> => {
  const order = await lockOrder(tx, orderId)
  if (order?.state !== 'placed') return
  const shipmentItems = (await selectShipmentItems(tx.db, [orderId])).get(orderId) ?? []
  await cancel(tx, order)
  const quantities = Object.fromEntries(
    shipmentItems.map((shipmentItem) => [shipmentItem.product, shipmentItem.quantity]),
  )
  tx.beforeCommit(() => releaseStock(tx, quantities))
}

/** Holds the shipment of an order back, or releases it; the caller holds the order's lock. */
export const holdShipment = (tx: Tx, orderId: string, isHeld: boolean): Promise<void> =>
  updateHeld(tx, orderId, isHeld)

/**
 * Cancels an order that has not shipped (ruling 16), in the caller's transaction, with its ledger entries and its
 * coupon uses. Null when it has shipped, was claimed as a gift or was canceled before, so that only one of two callers
 * refunds and returns stock. NOT_FOUND.
 */
export const cancelUnshipped = async (tx: Tx, orderId: string): Promise<Order | null> => {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new ShopError('NOT_FOUND')
  return order.state !== 'placed' || isClaimed(order) ? null : cancel(tx, order)
}
