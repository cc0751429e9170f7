import { holdOrder, releaseOrder } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import type { Tx } from '#platform/app-deps.ts'
import { stopSubscriptions } from '#subscription/server/subscriptions.ts'
import { disputeFollows } from '../rules/dispute.ts'
import type { DisputePolicy } from '../rules/dispute.ts'
import type { Dispute } from './dispute-record.ts'

/** What disputes need of the outside, and what the shop's operator wants to follow from them. */
export interface DisputeServices extends PaymentServices {
  readonly disputes: DisputePolicy
}

/** The subscriptions that some orders started or renewed. */
const subscriptionsIn = (orders: readonly Order[]): string[] => [
  ...new Set(orders.flatMap(({ lines }) => lines.flatMap(({ subscriptionId }) => subscriptionId ?? []))),
]

/**
 * What follows from a dispute that opens or closes, in the transaction that records it; the caller has locked the orders
 * of its charge. Jobs pause subscriptions; they are not charged from now on.
 */
export const followDispute = async (
  tx: Tx,
  policy: DisputePolicy,
  { dispute, before }: { readonly dispute: Dispute; readonly before: Dispute | null },
  orders: readonly Order[],
): Promise<void> => {
  const { opens, closes, hold, stop } = disputeFollows(policy, before, dispute)
  const { id } = dispute
  // Also a shipped order: no part is sent again or resolved automatically while the bank has its money.
  for (const order of orders.filter(({ state }) => state !== 'canceled')) {
    const cause = { cause: 'dispute', causeId: id } as const
    if (hold === 'place') await holdOrder(tx, order.id, { ...cause, reason: dispute.reason })
    if (hold === 'release') await releaseOrder(tx, order.id, cause, dispute.state)
  }
  if (stop === 'place') await stopSubscriptions(tx, subscriptionsIn(orders), id)
  if (opens) tx.publish({ kind: 'dispute-opened', disputeId: id })
  if (closes) tx.publish({ kind: 'dispute-closed', disputeId: id })
}
