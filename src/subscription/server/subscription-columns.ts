import { sql } from 'kysely'
import type { Cents } from '#shared/money.ts'
import type { Work } from '#platform/world.ts'
import { dueOn } from '../rules/steering.ts'
import type { Steering } from '../rules/steering.ts'
import type { SubscriptionDraft } from '../rules/subscription-draft.ts'
import { latestIncreaseOf } from './price-increase-store.ts'

export const liveStates: readonly string[] = ['active', 'paused', 'future']

/** A new subscription as its table keeps it. */
export const draftColumns = (work: Work, draft: SubscriptionDraft) => ({
  id: draft.id,
  account_id: draft.accountId,
  plan_code: draft.planCode,
  quantity: draft.quantity,
  state: 'active',
  unit_price_cents: draft.unitPriceCents,
  agreed_after_increase: latestIncreaseOf(draft.planCode),
  currency: draft.currency,
  interval_months: draft.intervalMonths,
  anchor_on: draft.anchorOn.toString(),
  next_cycle: 1,
  next_order_on: draft.nextOrderOn.toString(),
  next_attempt_on: draft.nextOrderOn.toString(),
  last_order_on: draft.anchorOn.toString(),
  address_id: draft.addressId,
  payment_method_id: draft.paymentMethodId,
  shipping_method_code: draft.shippingMethodCode,
  coupon_code: draft.couponCode,
  coupon_renewals: draft.couponRenewals,
  order_id: draft.orderId,
  line_position: draft.linePosition,
  activated_at: work.now.toString(),
})

/** What members steer, as the table keeps it. */
export const steeringColumns = (steering: Steering) => ({
  state: steering.state,
  plan_code: steering.planCode,
  quantity: steering.quantity,
  unit_price_cents: steering.unitPriceCents,
  agreed_after_increase: steering.agreedAfterIncrease,
  interval_months: steering.intervalMonths,
  anchor_on: steering.anchorOn,
  start_cycle: steering.startCycle,
  start_months: steering.startMonths,
  next_cycle: steering.nextCycle,
  next_order_on: dueOn(steering).toString(),
  next_attempt_on: steering.nextAttemptOn,
  paused_on: steering.pausedOn,
  paused_until: steering.pausedUntil,
  address_id: steering.addressId,
  payment_method_id: steering.paymentMethodId,
  coupon_code: steering.couponCode,
  coupon_renewals: steering.couponRenewals,
  item_skipped_cycle: steering.itemSkippedCycle,
  remaining_orders: steering.remainingOrders,
  activated_at: steering.activatedAt,
  canceled_at: steering.canceledAt,
})

/** Notices are looked at anew after every change. */
export const noticesAnew = '0001-01-01'

/** Nothing is to be told as things are. */
export const noticesNever = '9999-12-31'

/** What a billed cycle says of coupons for some renewals. */
export interface CountedCoupon {
  /** The one that took something off; null for none. */
  readonly code: string | null
  /** The subscription's own item was among what was billed. */
  readonly ownItem: boolean
}

/** The cycle that comes after a billed one. */
export interface NextCycle {
  readonly cycle: number
  readonly on: Temporal.PlainDate
  readonly unitPriceCents: Cents
  /** How many orders are left after it; null for one without an end. */
  readonly remainingOrders: number | null
}

/** Whether its last order was billed, so that it expires; false if it has ended otherwise. */
export const hasExpired = (row: { readonly state: string }, { remainingOrders }: NextCycle): boolean =>
  remainingOrders === 0 && liveStates.includes(row.state)

/** The other columns of a subscription whose last order is billed. */
export const expiredColumns = { state: 'expired', next_attempt_on: null, paused_on: null, paused_until: null }

/** What a billed cycle changes; the row may have been canceled meanwhile. */
export const advancedColumns = ({ today }: Work, next: NextCycle, { code, ownItem }: CountedCoupon) => ({
  remaining_orders: next.remainingOrders,
  next_cycle: next.cycle,
  unit_price_cents: next.unitPriceCents,
  notices_on: noticesAnew,
  next_order_on: next.on.toString(),
  // Canceled while its charge was under way: the date moves, nothing is tried.
  next_attempt_on: sql<string | null>`case when state = 'active' then ${next.on.toString()}::date end`,
  last_order_on: today.toString(),
  coupon_code: sql<
    string | null
  >`case when coupon_code = ${code}::text and coupon_renewals = 1 then null else coupon_code end`,
  coupon_renewals: sql<
    number | null
  >`case when coupon_code = ${code}::text then nullif(coupon_renewals - 1, 0) else coupon_renewals end`,
  // Kept until an order of the full price is billed.
  ended_coupon_code: sql<
    string | null
  >`case when coupon_code = ${code}::text and coupon_renewals = 1 then coupon_code
    when ${ownItem}::boolean and ended_coupon_code is distinct from ${code}::text then null
    else ended_coupon_code end`,
})
