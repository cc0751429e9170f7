import { isInNextOrder, skipsOwnItem, billingScheduleOf } from './subscription-terms.ts'
import type { SubscriptionTerms } from './subscription-terms.ts'
import { cycleDate } from './billing-schedule.ts'

/** Most orders after which a member can have a subscription end. */
export const maxRemainingOrders = 24

/**
 * The number of orders that remain after one is placed; null for a subscription without an end. An order without the
 * subscription's own item and a skipped order do not count.
 */
export const remainingAfter = (remaining: number | null, hasOwnItem: boolean): number | null =>
  remaining === null || !hasOwnItem ? remaining : Math.max(0, remaining - 1)

/** As `remainingAfter`, once the next order of a subscription is placed. */
const remainingAfterOrder = (terms: SubscriptionTerms): number | null =>
  remainingAfter(terms.remainingOrders, !skipsOwnItem(terms))

/** How many of the next `most` order dates come before the subscription ends. */
export const ordersAhead = (terms: SubscriptionTerms, max: number): number => {
  const { remainingOrders } = terms
  if (remainingOrders === null) return max
  return Math.min(max, remainingOrders + (skipsOwnItem(terms) ? 1 : 0))
}

/** Whether the next order is the last one. */
export const isLastOrder = (terms: SubscriptionTerms): boolean => ordersAhead(terms, 2) === 1

/**
 * The subscription after its last order: expired, without the add-ons for orders that will not come. `remainingOrders` is
 * zero.
 */
const expiredTerms = (terms: SubscriptionTerms): SubscriptionTerms => ({
  ...terms,
  state: 'expired',
  remainingOrders: 0,
  nextAttemptOn: null,
  pausedOn: null,
  pausedUntil: null,
  addOns: [],
})

/** The subscription that ends after this many more orders; null removes the end. Deferred add-ons come with the last order. */
export const endingAfterOrders = (terms: SubscriptionTerms, orders: number | null): SubscriptionTerms => {
  const ending = { ...terms, remainingOrders: orders }
  if (orders === null) return ending
  const lastCycle = terms.nextCycle + orders - 1
  const addOns = terms.addOns.map((addOn) =>
    isInNextOrder(terms, addOn) ? addOn : { ...addOn, fromCycle: Math.min(addOn.fromCycle, lastCycle) },
  )
  return { ...ending, addOns }
}

/**
 * The subscription after its order of today is placed: the state from which a change that charges at once continues.
 */
export const termsAfterOrder = (terms: SubscriptionTerms): SubscriptionTerms => {
  const addOns = terms.addOns.filter((addOn) => !isInNextOrder(terms, addOn))
  const remainingOrders = remainingAfterOrder(terms)
  const orderedTerms = { ...terms, nextCycle: terms.nextCycle + 1, skipped: [], addOns, remainingOrders }
  if (remainingOrders === 0) return expiredTerms(orderedTerms)
  return {
    ...orderedTerms,
    nextAttemptOn: cycleDate(billingScheduleOf(orderedTerms), orderedTerms.nextCycle).toString(),
  }
}
