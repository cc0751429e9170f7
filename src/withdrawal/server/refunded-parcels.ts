import { cancelRefunded, holdParcel, lockPayer } from '#order/server/orders.ts'
import { leftOf } from '#payment/server/refunds.ts'
import type { Work } from '#platform/world.ts'

/**
 * Keeps the parcel of an order here while all that was paid for it is going back, and lets it leave again when a refund
 * was refused. In the transaction that writes a refund down or records what became of it.
 */
export const holdWhileRefunding = async (work: Work, orderId: string): Promise<void> => {
  const left = await leftOf(work, await lockPayer(work, orderId))
  await holdParcel(work, orderId, left <= 0)
}

/** In the transaction that records a refund: an order without any money left in it does not ship. */
export const followRefund = async (
  work: Work,
  orderId: string,
  { isWhole }: { readonly isWhole: boolean },
): Promise<void> => {
  if (isWhole) await cancelRefunded(work, orderId)
  else await holdWhileRefunding(work, orderId)
}
