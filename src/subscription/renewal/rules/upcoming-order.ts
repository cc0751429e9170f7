import type { OrderPrice } from '#pricing/rules/order-price.ts'
import { payByCredit } from '#credit/rules/credit-use.ts'
import { cycleDates } from '#subscription/record/rules/billing-schedule.ts'
import { isLastOrder, ordersAhead } from '#subscription/record/rules/remaining-orders.ts'
import { unitPriceOn } from '#subscription/notice/rules/price-schedule.ts'
import { priceRenewal } from './renewal.ts'
import type { OneTimeLine, Renewal } from './renewal.ts'
import {
  billingScheduleOf,
  dueOn,
  isInNextOrder,
  skipsOwnItem,
  termsAtNextOrder,
} from '#subscription/record/rules/subscription-terms.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'
import { isLive } from '#subscription/record/rules/subscription-state.ts'

export interface UpcomingOrder {
  readonly on: Temporal.PlainDate
  /** With the part of the total that current credit pays. */
  readonly price: OrderPrice
  /** Per line: what comes with this order only, by its id; null for the subscription itself. */
  readonly addOnIds: readonly (string | null)[]
  /** What it takes from stock. */
  readonly items: readonly Pick<OneTimeLine, 'plan' | 'quantity'>[]
  /** The items that are skipped this time, by id; null for the subscription's own item. */
  readonly heldIds: readonly (string | null)[]
  /** The order dates from `on`, so that a buyer can see the rhythm. */
  readonly nextDates: readonly Temporal.PlainDate[]
  /** The subscription ends with it. */
  readonly isLast: boolean
}

/** The order of the next cycle as it would be charged, on its date. */
const orderOf = (terms: SubscriptionTerms, renewal: Renewal): UpcomingOrder => {
  const withoutOwnItem = skipsOwnItem(terms)
  const added = terms.addOns.flatMap((addOn, position) => {
    const line = renewal.addOns?.[position]
    return line ? [{ id: addOn.id, line, isInOrder: isInNextOrder(terms, addOn) }] : []
  })
  const inOrder = added.filter(({ isInOrder }) => isInOrder)
  const addOns = inOrder.map(({ line }) => line)
  const on = dueOn(terms)
  const unitPriceCents = unitPriceOn(renewal.unitPriceCents, renewal.priceSteps ?? [], on)
  const price = priceRenewal({ ...renewal, unitPriceCents, addOns, withoutOwnItem })
  return {
    on,
    price: payByCredit(price, renewal.availableCreditCents ?? 0),
    addOnIds: [...(withoutOwnItem ? [] : [null]), ...inOrder.map(({ id }) => id)],
    items: [...(withoutOwnItem ? [] : [renewal]), ...addOns],
    heldIds: [
      ...(withoutOwnItem ? [null] : []),
      ...added.flatMap(({ id, isInOrder }) => (isInOrder ? [] : [id])),
    ],
    nextDates: cycleDates(billingScheduleOf(terms), terms.nextCycle, ordersAhead(terms, 4)),
    isLast: isLastOrder(terms),
  }
}

/**
 * The next order as it would be charged today; null when there is none. For a subscription that is paused until a day
 * it is the order after that day. `renewal` has the add-ons in the order of `terms`.
 */
export const upcomingOrder = (terms: SubscriptionTerms, renewal: Renewal): UpcomingOrder | null => {
  const nextTerms = termsAtNextOrder(terms)
  return nextTerms && orderOf(nextTerms, renewal)
}

/** The day of the next order; null when none is to come. */
export const nextOrderOn = (terms: SubscriptionTerms): string | null => {
  const nextTerms = termsAtNextOrder(terms)
  if (nextTerms !== null) return dueOn(nextTerms).toString()
  return isLive(terms.state) && terms.state !== 'paused' ? dueOn(terms).toString() : null
}
