import { releaseStock } from '#catalogue/server/plans.ts'
import { releaseCommittedRedemptions } from '#coupon/server/coupons.ts'
import { ShopError } from '#shared/errors.ts'
import type { Tx } from '#platform/app-deps.ts'
import { syncShipmentItems } from './shipment-items.ts'
import { recordCanceled } from './order-ledger.ts'
import { isClaimed } from './gift-shipment.ts'
import { selectShipmentItems } from './shipment-item-store.ts'
import { lockOrder, selectOrdersOfCheckout, updateCanceled, updateHeld } from './order-store.ts'
import type { StoredOrder } from './order-store.ts'

/** What follows from a canceled order: a refund, and quantities to return to stock. */
export interface CanceledOrder {
  readonly accountId: string
  readonly number: string
  /** Null when no card was charged. */
  readonly chargeId: string | null
  readonly lines: readonly {
    readonly planCode: string
    readonly quantity: number
    readonly subscriptionId: string | null
  }[]
}

/** The codes of a purchase count as used as long as one of its orders is not canceled. */
const releaseCodes = async (tx: Tx, checkoutId: string): Promise<void> => {
  const orders = await selectOrdersOfCheckout(tx.db, checkoutId)
  if (orders.every(({ state }) => state === 'canceled')) await releaseCommittedRedemptions(tx, checkoutId)
}

const cancel = async (tx: Tx, stored: StoredOrder): Promise<void> => {
  const { id, checkout_id: checkoutId } = stored.order
  await syncShipmentItems(tx, [await updateCanceled(tx, id)])
  await recordCanceled(tx, stored)
  if (checkoutId !== null) await releaseCodes(tx, checkoutId)
}

/**
 * Cancels an order that was fully refunded before it shipped, in the transaction that records the refund: its ledger
 * entries, its coupon uses and its stock. Does nothing to an order that has shipped or was canceled before.
 */
export const cancelRefunded = async (tx: Tx, orderId: string): Promise<void> => {
  const stored = await lockOrder(tx, orderId)
  if (stored?.order.state !== 'placed') return
  const shipmentItems = (await selectShipmentItems(tx.db, [orderId])).get(orderId) ?? []
  await cancel(tx, stored)
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
export const cancelUnshipped = async (tx: Tx, orderId: string): Promise<CanceledOrder | null> => {
  const stored = await lockOrder(tx, orderId)
  if (!stored) throw new ShopError('NOT_FOUND')
  const { order, lines } = stored
  if (order.state !== 'placed' || isClaimed(order)) return null
  await cancel(tx, stored)
  return {
    accountId: order.account_id,
    number: order.number,
    chargeId: order.charge_id,
    lines: lines.map((line) => ({
      planCode: line.plan_code,
      quantity: line.quantity,
      subscriptionId: line.subscription_id,
    })),
  }
}
