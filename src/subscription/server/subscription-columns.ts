import type { Work } from '#platform/world.ts'
import { dueOn } from '../rules/steering.ts'
import type { Steering } from '../rules/steering.ts'
import type { SubscriptionDraft } from '../rules/subscription-draft.ts'

/** A new subscription as its table keeps it. */
export const draftColumns = (work: Work, draft: SubscriptionDraft) => ({
  id: draft.id,
  account_id: draft.accountId,
  plan_code: draft.planCode,
  quantity: draft.quantity,
  state: 'active',
  unit_price_cents: draft.unitPriceCents,
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
  activated_at: steering.activatedAt,
  canceled_at: steering.canceledAt,
})
