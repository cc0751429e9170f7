import type { OrderPrice } from '#cart/rules/order-price.ts'
import { creditUsed } from '#credit/rules/credit-use.ts'
import type { Cents } from '#shared/money.ts'
import { cycleDates } from './billing-date.ts'
import { isLastOrder, ordersAhead } from './remaining-orders.ts'
import { unitPriceOn } from './price-schedule.ts'
import { priceRenewal } from './renewal.ts'
import type { OneTimeLine, Renewal } from './renewal.ts'
import { asOrdered, comesNext, dueOn, ownItemStaysBack, rhythmOf } from './steering.ts'
import type { Steering } from './steering.ts'

export interface UpcomingOrder {
  readonly on: Temporal.PlainDate
  readonly price: OrderPrice
  /** What credit pays of its total, as it stands, and what the card is charged. */
  readonly creditCents: Cents
  readonly toPayCents: Cents
  /** Per line: what comes with this order only, by its id; null for the subscription itself. */
  readonly addOnIds: readonly (string | null)[]
  /** What it takes from the shelves. */
  readonly items: readonly Pick<OneTimeLine, 'plan' | 'quantity'>[]
  /** What stays back this time, by its id; null for the subscription's own item. */
  readonly heldIds: readonly (string | null)[]
  /** The order dates from `on`, so that a buyer can see the rhythm. */
  readonly nextDates: readonly Temporal.PlainDate[]
  /** The subscription ends with it. */
  readonly isLast: boolean
}

/** The order of the next cycle as it would be charged, on its date. */
const orderOf = (steering: Steering, renewal: Renewal): UpcomingOrder => {
  const withoutOwn = ownItemStaysBack(steering)
  const added = steering.addOns.flatMap((addOn, position) => {
    const line = renewal.addOns?.[position]
    return line ? [{ id: addOn.id, line, comes: comesNext(steering, addOn) }] : []
  })
  const coming = added.filter(({ comes }) => comes)
  const addOns = coming.map(({ line }) => line)
  const on = dueOn(steering)
  const unitPriceCents = unitPriceOn(renewal.unitPriceCents, renewal.priceSteps ?? [], on)
  const price = priceRenewal({ ...renewal, unitPriceCents, addOns, withoutOwn })
  const creditCents = creditUsed(renewal.availableCreditCents ?? 0, price.totalCents)
  return {
    on,
    price,
    creditCents,
    toPayCents: price.totalCents - creditCents,
    addOnIds: [...(withoutOwn ? [] : [null]), ...coming.map(({ id }) => id)],
    items: [...(withoutOwn ? [] : [renewal]), ...addOns],
    heldIds: [...(withoutOwn ? [null] : []), ...added.flatMap(({ id, comes }) => (comes ? [] : [id]))],
    nextDates: cycleDates(rhythmOf(steering), steering.nextCycle, ordersAhead(steering, 4)),
    isLast: isLastOrder(steering),
  }
}

/**
 * The next order as it would be charged today; null when none is coming. Of a subscription that is paused until a day
 * it is the order after that day. `renewal` holds the add-ons in the order of `steering`.
 */
export const upcomingOrder = (steering: Steering, renewal: Renewal): UpcomingOrder | null => {
  const ordered = asOrdered(steering)
  return ordered && orderOf(ordered, renewal)
}
