import { comesNext, ownItemStaysBack } from './steering.ts'
import type { Steering } from './steering.ts'

/** Most orders after which a member can have a subscription end. */
export const mostRemainingOrders = 24

/**
 * The number of orders that remain after one is placed; null for a subscription without an end. An order without the
 * subscription's own item and a skipped order do not count.
 */
export const remainingAfter = (remaining: number | null, hasOwnItem: boolean): number | null =>
  remaining === null || !hasOwnItem ? remaining : Math.max(0, remaining - 1)

/** As `remainingAfter`, once the next order of a subscription is placed. */
export const remainingAfterOrder = (steering: Steering): number | null =>
  remainingAfter(steering.remainingOrders, !ownItemStaysBack(steering))

/** How many of the next `most` order dates come before the subscription ends. */
export const ordersAhead = (steering: Steering, most: number): number => {
  const { remainingOrders } = steering
  if (remainingOrders === null) return most
  return Math.min(most, remainingOrders + (ownItemStaysBack(steering) ? 1 : 0))
}

/** Whether the next order is the last one. */
export const isLastOrder = (steering: Steering): boolean => ordersAhead(steering, 2) === 1

/**
 * The subscription after its last order: expired, without the add-ons for orders that will not come. `remainingOrders` is
 * zero.
 */
export const expired = (steering: Steering): Steering => ({
  ...steering,
  state: 'expired',
  remainingOrders: 0,
  nextAttemptOn: null,
  pausedOn: null,
  pausedUntil: null,
  addOns: [],
})

/** The subscription that ends after so many more orders; null removes the end. Deferred add-ons come with the last order. */
export const endingAfter = (steering: Steering, orders: number | null): Steering => {
  const ending = { ...steering, remainingOrders: orders }
  if (orders === null) return ending
  const lastCycle = steering.nextCycle + orders - 1
  const addOns = steering.addOns.map((addOn) =>
    comesNext(steering, addOn) ? addOn : { ...addOn, fromCycle: Math.min(addOn.fromCycle, lastCycle) },
  )
  return { ...ending, addOns }
}
