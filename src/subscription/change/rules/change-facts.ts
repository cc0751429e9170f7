import type { Plan, Plans } from '#catalogue/rules/plan.ts'
import type { CouponOffer } from '#coupon/rules/coupon.ts'
import type { Change } from './change.ts'
import type { ChargeInFlight } from '#subscription/renewal/rules/charge-in-flight.ts'
import type { ActionFacts } from '#subscription/record/rules/action-refusal.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'

/** Everything a change is decided from. */
export interface ChangeFacts extends ActionFacts {
  readonly plans: Plans
  /** The number of the latest price increase of each plan that has one. */
  readonly latestIncreases: ReadonlyMap<string, number>
  readonly now: Temporal.Instant
  /** Of the address of the next order after the change. */
  readonly country: string
  /** The next cycle was tried before: its number is used up when the subscription starts again. */
  readonly cycleTried: boolean
  /** The prepaid term ends after today. */
  readonly isPrepaid: boolean
  /** The id of the record that the change adds: an address, an add-on. */
  readonly newId: string
  /** The charge behind `chargeInFlight`, with its amount. */
  readonly chargeInFlight?: ChargeInFlight | null
  /** The requested code, with its coupon; null for every other change. */
  readonly offer: CouponOffer | null
}

/** The result of a change: the subscription after it, and whether its next order is charged at once. */
export interface Decision {
  readonly next: SubscriptionTerms
  readonly chargeNow: boolean
  /** The order that is being charged is canceled once it is paid: it is what the member skips. */
  readonly cancelsChargedOrder?: boolean
}

export type ChangeOf<A extends Change['action']> = Extract<Change, { readonly action: A }>

/** A new agreement about the price: the current price, to which no increase known by now applies. */
export const withCurrentPrice = (
  { latestIncreases }: Pick<ChangeFacts, 'latestIncreases'>,
  terms: SubscriptionTerms,
  plan: Plan,
): SubscriptionTerms => ({
  ...terms,
  planCode: plan.code,
  unitPriceCents: plan.priceCents,
  agreedAfterIncrease: latestIncreases.get(plan.code) ?? 0,
})

/** Nothing is charged before the next order date. */
export const withoutCharge = (next: SubscriptionTerms): Decision => ({ next, chargeNow: false })
