import { dueOn } from './subscription-terms.ts'
import type { SubscriptionTerms } from './subscription-terms.ts'

/** The action that assigns another card. */
export const cardAction = 'change-payment-method'

/** A change, as far as it says what may have followed it. */
export interface FollowedChange {
  readonly action: string
  /** A cycle was being charged when it was made. */
  readonly duringCharge: boolean
}

/** What a paid order changes automatically. */
const billedSince = (then: SubscriptionTerms, now: SubscriptionTerms): SubscriptionTerms => {
  const moved = {
    ...then,
    nextCycle: now.nextCycle,
    unitPriceCents: now.unitPriceCents,
    couponCode: now.couponCode,
    couponRenewals: now.couponRenewals,
    remainingOrders: now.remainingOrders,
    skipped: now.skipped,
    addOns: now.addOns,
    itemSkippedCycle: now.itemSkippedCycle,
  }
  return then.nextAttemptOn === null ? moved : { ...moved, nextAttemptOn: dueOn(moved).toString() }
}

/** A change that was made past the order of the charge: only what was skipped before that order goes with it. */
const withSkippedBefore = (then: SubscriptionTerms, now: SubscriptionTerms): SubscriptionTerms => ({
  ...then,
  skipped: now.skipped.filter(({ number }) => number < then.nextCycle),
})

/**
 * One side of a change with what followed without contradicting it: another card, and the order whose charge was in
 * flight. So a change can be undone after both, and undoing it neither brings the former card back nor orders again.
 */
export const carriedForward = (
  change: FollowedChange,
  then: SubscriptionTerms,
  now: SubscriptionTerms,
): SubscriptionTerms => {
  const withCard = change.action === cardAction ? then : { ...then, paymentMethodId: now.paymentMethodId }
  if (!change.duringCharge) return withCard
  // Only a cancellation leaves open whether that order comes; the other changes are past it.
  const isBilled = change.action === 'cancel' && now.nextCycle > then.nextCycle && now.remainingOrders !== 0
  return isBilled ? billedSince(withCard, now) : withSkippedBefore(withCard, now)
}
