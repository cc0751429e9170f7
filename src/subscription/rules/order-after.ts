import { afterOrder } from './change-of-dates.ts'
import type { Renewal } from './renewal.ts'
import { asOrdered, comesNext, ownItemStaysBack } from './steering.ts'
import type { Steering } from './steering.ts'
import { upcomingOrder } from './upcoming-order.ts'
import type { UpcomingOrder } from './upcoming-order.ts'

/** A subscription with what its next order is made of. */
export interface Coming {
  readonly steering: Steering
  /** Holds the add-ons in the order of `steering`. */
  readonly renewal: Renewal
  /** How many more orders a coupon counts for that ends; null when none does. */
  readonly ordersLeft: number | null
}

/** The orders that a coupon is left with; it does not count for one without the subscription's own item. */
const leftAfter = ({ steering, ordersLeft }: Coming): number | null =>
  ordersLeft === null || ownItemStaysBack(steering) ? ordersLeft : Math.max(0, ordersLeft - 1)

/** The same once its next order, which has to be coming, is placed: what came once is gone, and a coupon counts once less. */
export const orderAfter = (coming: Coming): Coming => {
  const { renewal } = coming
  const steering = asOrdered(coming.steering) ?? coming.steering
  const addOns = steering.addOns.flatMap((addOn, position) => {
    const line = renewal.addOns?.[position]
    return line && !comesNext(steering, addOn) ? [line] : []
  })
  const ordersLeft = leftAfter(coming)
  return {
    steering: afterOrder(steering),
    renewal: { ...renewal, addOns, coupon: ordersLeft === 0 ? null : renewal.coupon },
    ordersLeft,
  }
}

/**
 * The first order on or after a day; null when none is coming. Nobody can say what credit will pay of an order that is
 * not the next, so there it pays nothing.
 */
export const orderOn = (day: Temporal.PlainDate, coming: Coming): UpcomingOrder | null => {
  const order = upcomingOrder(coming.steering, coming.renewal)
  if (order === null || Temporal.PlainDate.compare(order.on, day) >= 0) return order
  const { steering, renewal, ordersLeft } = orderAfter(coming)
  return orderOn(day, { steering, ordersLeft, renewal: { ...renewal, availableCreditCents: 0 } })
}
