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

/** The next order of a subscription, likewise. */
export interface SubscriptionOrder {
  readonly subscriptionId: string
  readonly name: string
  /** ISO date. */
  readonly on: string
  readonly totalCents: Cents
  readonly currency: Currency
}

/** The same in the form of the wire. */
export const wireSubscriptionOrder = (order: SubscriptionOrder) => ({
  subscription_id: order.subscriptionId,
  name: order.name,
  on: order.on,
  total: wirePrice(order.totalCents, order.currency),
  currency: order.currency,
})
