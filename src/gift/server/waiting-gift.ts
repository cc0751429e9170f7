import { lockPayer, lockWaitingGift } from '#order/server/orders.ts'
import { leftOf } from '#payment/server/refunds.ts'
import type { Work } from '#platform/world.ts'

/** What a gift waits for: its claim; nothing, while all its money is going back; nothing any more. */
export type Waiting = 'claim' | 'refund' | 'nothing'

/**
 * Locks a gift's order for the transaction and answers what the gift waits for. A refund of all that was paid stops the
 * gift from the moment it is written down, and one that the processor refused for good lets it go on.
 */
export const lockGift = async (work: Work, orderId: string): Promise<Waiting> => {
  if (!(await lockWaitingGift(work, orderId))) return 'nothing'
  const payer = await lockPayer(work, orderId)
  const wasPaid = payer.cardPaidCents + payer.creditPaidCents > 0
  return wasPaid && (await leftOf(work, payer)) <= 0 ? 'refund' : 'claim'
}
