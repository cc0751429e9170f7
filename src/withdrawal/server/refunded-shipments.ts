import { cancelRefunded, holdParcel, lockPayer } from '#order/server/orders.ts'
import { leftToRefundOf } from '#payment/server/refunds.ts'
import type { Tx } from '#platform/app-deps.ts'

/**
 * Keeps the parcel of an order here while all that was paid for it is going back, and lets it leave again when a refund
 * was refused. In the transaction that writes a refund down or records what became of it.
 */
export const holdWhileRefunding = async (tx: Tx, orderId: string): Promise<void> => {
  const left = await leftToRefundOf(tx, await lockPayer(tx, orderId))
  await holdParcel(tx, orderId, left <= 0)
}

/** In the transaction that records a refund: an order without any money left in it does not ship. */
export const applyRefund = async (
  tx: Tx,
  orderId: string,
  { isFullyRefunded }: { readonly isFullyRefunded: boolean },
): Promise<void> => {
  if (isFullyRefunded) await cancelRefunded(tx, orderId)
  else await holdWhileRefunding(tx, orderId)
}
