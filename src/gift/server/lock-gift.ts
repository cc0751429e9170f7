import { lockPayer, lockWaitingGift } from '#order/server/orders.ts'
import { leftToRefundOf } from '#payment/server/refunds.ts'
import type { Tx } from '#platform/app-deps.ts'

/** What a gift waits for: its claim; nothing, while a full refund is pending; nothing anymore. */
export type AwaitedStep = 'claim' | 'refund' | 'nothing'

/**
 * Locks a gift's order for the transaction and returns what the gift waits for. A full refund stops the gift from the
 * moment it is written, and a refused one lets it continue.
 */
export const lockGift = async (tx: Tx, orderId: string): Promise<AwaitedStep> => {
  if (!(await lockWaitingGift(tx, orderId))) return 'nothing'
  const payer = await lockPayer(tx, orderId)
  const wasPaid = payer.cardPaidCents + payer.creditPaidCents > 0
  return wasPaid && (await leftToRefundOf(tx, payer)) <= 0 ? 'refund' : 'claim'
}
