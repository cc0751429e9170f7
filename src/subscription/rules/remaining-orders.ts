import { comesNext, ownItemStaysBack } from './steering.ts'
import type { Steering } from './steering.ts'

/** Most orders after which a member can have a subscription end. */
export const mostRemainingOrders = 24

/**
 * How many orders a subscription is left with once one is placed; null for one without an end. An order without the
 * subscription's own item is not one of them, and neither is one that is skipped: both leave the number as it is.
 */
export const remainingAfter = (remaining: number | null, hasOwnItem: boolean): number | null =>
  remaining === null || !hasOwnItem ? remaining : Math.max(0, remaining - 1)

/** As `remainingAfter`, once the next order of a subscription is placed. */
export const remainingAfterOrder = (steering: Steering): number | null =>
  remainingAfter(steering.remainingOrders, !ownItemStaysBack(steering))

/** Of so many order dates ahead, how many there are before the subscription ends. */
export const ordersAhead = (steering: Steering, most: number): number => {
  const { remainingOrders } = steering
  if (remainingOrders === null) return most
  return Math.min(most, remainingOrders + (ownItemStaysBack(steering) ? 1 : 0))
}

/** Whether the next order is the last one. */
export const isLastOrder = (steering: Steering): boolean => ordersAhead(steering, 2) === 1

/**
 * The subscription with its last order placed: it has expired, and what was added for an order that no longer comes is
 * taken out. `remainingOrders` is zero.
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

/** The subscription that ends after so many more orders; null takes the end away. What was held back comes with the last. */
export const endingAfter = (steering: Steering, orders: number | null): Steering => {
  const ending = { ...steering, remainingOrders: orders }
  if (orders === null) return ending
  const lastCycle = steering.nextCycle + orders - 1
  const addOns = steering.addOns.map((addOn) =>
    comesNext(steering, addOn) ? addOn : { ...addOn, fromCycle: Math.min(addOn.fromCycle, lastCycle) },
  )
  return { ...ending, addOns }
}
