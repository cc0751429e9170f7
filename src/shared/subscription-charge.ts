import { wirePrice } from './money.ts'
import type { Cents, Currency } from './money.ts'

/** A charge in flight for a subscription, as modules name it that do not know subscriptions. */
export interface SubscriptionCharge {
  readonly subscriptionId: string
  readonly cycleId: string
  /** The amount charged to the card. */
  readonly cents: Cents
  readonly currency: Currency
  /** The date of its order. */
  readonly on: string
}

/** The same in the form of the wire. */
export const wireSubscriptionCharge = (charge: SubscriptionCharge) => ({
  subscription_id: charge.subscriptionId,
  cycle_id: charge.cycleId,
  amount: wirePrice(charge.cents, charge.currency),
  currency: charge.currency,
  on: charge.on,
})
