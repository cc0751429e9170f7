import type { Plan, Plans } from '#catalogue/rules/plan.ts'
import type { CouponOffer } from '#coupon/rules/coupon.ts'
import type { Change } from './change.ts'
import type { ChargeInHand } from './charge-in-hand.ts'
import type { ActionFacts } from './refused-action.ts'
import { dueOn } from './steering.ts'
import type { Steering } from './steering.ts'

/** Everything a change is decided from. */
export interface ChangeFacts extends ActionFacts {
  readonly plans: Plans
  /** The number of the latest price increase of each plan that has one. */
  readonly latestIncreases: ReadonlyMap<string, number>
  readonly now: Temporal.Instant
  /** Of the address that the next order goes to after the change. */
  readonly country: string
  /** The next cycle was tried before: its number is used up when the subscription starts again. */
  readonly cycleTried: boolean
  /** What is paid ahead reaches beyond today. */
  readonly isPrepaid: boolean
  /** The id of what the change brings with it: an address, an add-on. */
  readonly newId: string
  /** The charge that makes `chargeInHand`, with its sum. */
  readonly inHand?: ChargeInHand | null
  /** The code asked for, with what the shop knows of it; null for every other change. */
  readonly offer: CouponOffer | null
}

/** What a change comes to: the subscription after it, and whether its next order is charged at once. */
export interface Decision {
  readonly next: Steering
  readonly chargeNow: boolean
}

export type Ask<A extends Change['action']> = Extract<Change, { readonly action: A }>

/** A new agreement about the price: that of today, which no increase that is known by now is about. */
export const agreedAnew = (
  { latestIncreases }: Pick<ChangeFacts, 'latestIncreases'>,
  steering: Steering,
  plan: Plan,
): Steering => ({
  ...steering,
  planCode: plan.code,
  unitPriceCents: plan.priceCents,
  agreedAfterIncrease: latestIncreases.get(plan.code) ?? 0,
})

/** Nothing is charged before the next order date. */
export const later = (next: Steering): Decision => ({ next, chargeNow: false })

/** The worker looks at an active subscription on its order date, and at no other. */
export const attempted = (steering: Steering): Steering => ({
  ...steering,
  nextAttemptOn: steering.state === 'active' ? dueOn(steering).toString() : null,
})
