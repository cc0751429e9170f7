import { sameInstant } from '#subscription/record/rules/subscription-terms.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'

/** A change that asked for an order at once: the terms before it, and those that held while its card was charged. */
export interface OrderRequest {
  readonly before: SubscriptionTerms
  readonly after: SubscriptionTerms
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Terms from the time of a charge that was refused, without the order that it was for: what the request for it changed is
 * as before, and what a later change made of it stays. So a cancellation stays, with the dates before the order.
 */
export const withoutRefusedOrder = (
  { before, after }: OrderRequest,
  terms: SubscriptionTerms,
): SubscriptionTerms => {
  const keep = <K extends keyof SubscriptionTerms>(key: K): SubscriptionTerms[K] =>
    isSame(terms[key], after[key]) ? before[key] : terms[key]
  const state = keep('state')
  return {
    ...terms,
    state,
    anchorOn: keep('anchorOn'),
    startCycle: keep('startCycle'),
    startMonths: keep('startMonths'),
    nextCycle: keep('nextCycle'),
    unitPriceCents: keep('unitPriceCents'),
    agreedAfterIncrease: keep('agreedAfterIncrease'),
    remainingOrders: keep('remainingOrders'),
    pausedOn: keep('pausedOn'),
    pausedUntil: keep('pausedUntil'),
    activatedAt: sameInstant(terms.activatedAt, after.activatedAt) ? before.activatedAt : terms.activatedAt,
    canceledAt: sameInstant(terms.canceledAt, after.canceledAt) ? before.canceledAt : terms.canceledAt,
    skipped: keep('skipped'),
    addOns: keep('addOns'),
    // It was put off while the card was charged.
    nextAttemptOn: state === before.state ? before.nextAttemptOn : null,
  }
}
