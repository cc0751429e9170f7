import type { Renewal } from './renewal.ts'
import {
  termsAtNextOrder,
  isInNextOrder,
  skipsOwnItem,
} from '#subscription/record/rules/subscription-terms.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'
import { upcomingOrder } from './upcoming-order.ts'
import type { UpcomingOrder } from './upcoming-order.ts'
import { termsAfterOrder } from '#subscription/record/rules/remaining-orders.ts'

/** A subscription with what its next order is made of. */
export interface RenewalInputs {
  readonly terms: SubscriptionTerms
  /** The add-ons in the order of `terms`. */
  readonly renewal: Renewal
  /** How many more orders a coupon counts for that ends; null when none does. */
  readonly ordersLeft: number | null
}

/** How many orders a coupon still applies to; an order without the subscription's own item does not use it. */
const couponOrdersLeftAfter = ({ terms, ordersLeft }: RenewalInputs): number | null =>
  ordersLeft === null || skipsOwnItem(terms) ? ordersLeft : Math.max(0, ordersLeft - 1)

/** The subscription after its next order is placed: one-time items are gone, and the coupon has one use less. */
export const inputsAfterOrder = (inputs: RenewalInputs): RenewalInputs => {
  const { renewal } = inputs
  const terms = termsAtNextOrder(inputs.terms) ?? inputs.terms
  const addOns = terms.addOns.flatMap((addOn, position) => {
    const line = renewal.addOns?.[position]
    return line && !isInNextOrder(terms, addOn) ? [line] : []
  })
  const ordersLeft = couponOrdersLeftAfter(inputs)
  return {
    terms: termsAfterOrder(terms),
    renewal: { ...renewal, addOns, coupon: ordersLeft === 0 ? null : renewal.coupon },
    ordersLeft,
  }
}

/**
 * The first order on or after a day; null when there is none. The credit for orders after the next is unknown, so there
 * it is zero.
 */
export const orderOnOrAfter = (day: Temporal.PlainDate, inputs: RenewalInputs): UpcomingOrder | null => {
  const order = upcomingOrder(inputs.terms, inputs.renewal)
  if (order === null || Temporal.PlainDate.compare(order.on, day) >= 0) return order
  const { terms, renewal, ordersLeft } = inputsAfterOrder(inputs)
  return orderOnOrAfter(day, { terms, ordersLeft, renewal: { ...renewal, availableCreditCents: 0 } })
}
