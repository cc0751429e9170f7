import type { OrderPrice } from '#cart/rules/order-price.ts'
import { cycleDate, cycleDates } from './billing-date.ts'
import type { Rhythm } from './billing-date.ts'
import { priceRenewal } from './renewal.ts'
import type { Renewal } from './renewal.ts'
import { isAllowed } from './subscription-state.ts'
import type { SubscriptionState } from './subscription-state.ts'

export interface UpcomingOrder {
  readonly on: Temporal.PlainDate
  readonly price: OrderPrice
  /** The order dates from `on`, so that a buyer can see the rhythm. */
  readonly nextDates: readonly Temporal.PlainDate[]
}

export interface SubscriptionFacts {
  readonly state: SubscriptionState
  readonly rhythm: Rhythm
  /** The cycle that is billed next. */
  readonly nextCycle: number
  readonly renewal: Renewal
}

/** The next order as it would be charged today; null when none is coming. */
export const upcomingOrder = (subscription: SubscriptionFacts): UpcomingOrder | null => {
  if (!isAllowed('bill', subscription.state)) return null
  const { rhythm, nextCycle, renewal } = subscription
  return {
    on: cycleDate(rhythm, nextCycle),
    price: priceRenewal(renewal),
    nextDates: cycleDates(rhythm, nextCycle, 4),
  }
}
