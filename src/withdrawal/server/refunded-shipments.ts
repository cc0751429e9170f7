import { cancelRefunded, holdShipment, lockPayer } from '#order/server/orders.ts'
import { leftToRefundOf } from '#payment/server/refunds.ts'
import type { Tx } from '#platform/app-deps.ts'

/**
 * Holds the shipment of an order while a full refund is pending, and releases it when a refund was refused. In the
 * transaction that writes a refund or records its outcome.
 */
export const holdWhileRefunding = async (tx: Tx, orderId: string): Promise<void> => {
  const left = await leftToRefundOf(tx, await lockPayer(tx, orderId))
  await holdShipment(tx, orderId, left <= 0)
}

/** In the transaction that records a refund: a fully refunded order does not ship. */
export const applyRefund = async (
  tx: Tx,
  orderId: string,
  { isFullyRefunded }: { readonly isFullyRefunded: boolean },
): Promise<void> => {
  if (isFullyRefunded) await cancelRefunded(tx, orderId)
  else await holdWhileRefunding(tx, orderId)
}
