import { monthsTo } from '#subscription/record/rules/billing-schedule.ts'
import { billingScheduleOf, sameInstant } from '#subscription/record/rules/subscription-terms.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'

/** A change that asked for an order at once: the terms before it, and those that held while its card was charged. */
export interface OrderRequest {
  readonly before: SubscriptionTerms
  readonly after: SubscriptionTerms
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Whether no other price was agreed to. */
export const hasSamePrice = (a: SubscriptionTerms, b: SubscriptionTerms): boolean =>
  a.planCode === b.planCode &&
  a.unitPriceCents === b.unitPriceCents &&
  a.agreedAfterIncrease === b.agreedAfterIncrease

/** A frequency that was changed meanwhile counts from the order on that is the next one again. */
const scheduleFrom = ({ before, after }: OrderRequest, terms: SubscriptionTerms) => {
  const { anchorOn, nextCycle: startCycle } = before
  if (terms.intervalMonths === after.intervalMonths) return {}
  return { anchorOn, startCycle, startMonths: monthsTo(billingScheduleOf(before), startCycle) }
}

/**
 * Terms from the time of a charge that was refused, without the order that it was for: what the request for it changed is
 * as before, and what a later change made of it stays. So a cancellation stays, with the dates before the order.
 */
export const withoutRefusedOrder = (request: OrderRequest, terms: SubscriptionTerms): SubscriptionTerms => {
  const { before, after } = request
  const unlessChanged = <K extends keyof SubscriptionTerms>(key: K): SubscriptionTerms[K] =>
    isSame(terms[key], after[key]) ? before[key] : terms[key]
  const state = unlessChanged('state')
  const { unitPriceCents, agreedAfterIncrease } = hasSamePrice(terms, after) ? before : terms
  return {
    ...terms,
    state,
    anchorOn: unlessChanged('anchorOn'),
    startCycle: unlessChanged('startCycle'),
    startMonths: unlessChanged('startMonths'),
    nextCycle: unlessChanged('nextCycle'),
    ...scheduleFrom(request, terms),
    unitPriceCents,
    agreedAfterIncrease,
    remainingOrders: unlessChanged('remainingOrders'),
    pausedOn: unlessChanged('pausedOn'),
    pausedUntil: unlessChanged('pausedUntil'),
    activatedAt: sameInstant(terms.activatedAt, after.activatedAt) ? before.activatedAt : terms.activatedAt,
    canceledAt: sameInstant(terms.canceledAt, after.canceledAt) ? before.canceledAt : terms.canceledAt,
    skipped: unlessChanged('skipped'),
    addOns: unlessChanged('addOns'),
    // It was put off while the card was charged.
    nextAttemptOn: state === before.state ? before.nextAttemptOn : null,
  }
}
