import { sql } from 'kysely'
import type { Cents } from '#shared/money.ts'
import type { Tx } from '#platform/app-deps.ts'
import { dueOn } from '../rules/subscription-terms.ts'
import type { SubscriptionTerms } from '../rules/subscription-terms.ts'
import type { SubscriptionDraft } from '../rules/subscription-draft.ts'
import { latestIncreaseOf } from './price-increase-store.ts'

export const liveStates: readonly string[] = ['active', 'paused', 'future']

/** A new subscription as a row of its table. */
export const draftColumns = (tx: Tx, draft: SubscriptionDraft) => ({
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
  activated_at: tx.now.toString(),
})

/** What members can change, as columns. */
export const termsColumns = (terms: SubscriptionTerms) => ({
  state: terms.state,
  plan_code: terms.planCode,
  quantity: terms.quantity,
  unit_price_cents: terms.unitPriceCents,
  agreed_after_increase: terms.agreedAfterIncrease,
  interval_months: terms.intervalMonths,
  anchor_on: terms.anchorOn,
  start_cycle: terms.startCycle,
  start_months: terms.startMonths,
  next_cycle: terms.nextCycle,
  next_order_on: dueOn(terms).toString(),
  next_attempt_on: terms.nextAttemptOn,
  paused_on: terms.pausedOn,
  paused_until: terms.pausedUntil,
  address_id: terms.addressId,
  payment_method_id: terms.paymentMethodId,
  coupon_code: terms.couponCode,
  coupon_renewals: terms.couponRenewals,
  item_skipped_cycle: terms.itemSkippedCycle,
  remaining_orders: terms.remainingOrders,
  activated_at: terms.activatedAt,
  canceled_at: terms.canceledAt,
})

/** Notices are checked again after every change. */
export const noticesDueNow = '0001-01-01'

/** No notice is planned. */
export const noticesNever = '9999-12-31'

/** What a billed cycle says about coupons for some renewals. */
export interface CountedCoupon {
  /** The one that gave a discount; null for none. */
  readonly code: string | null
  /** Whether the subscription's own item was billed. */
  readonly ownItem: boolean
  /** The one that ended with it, when a change has taken that out of the terms already; null for none. */
  readonly endedCode: string | null
}

/** The cycle that comes after a billed one. */
export interface NextCycle {
  readonly cycle: number
  readonly on: Temporal.PlainDate
  readonly unitPriceCents: Cents
  /** How many orders remain after it; null for one without an end. */
  readonly remainingOrders: number | null
}

/** Whether its last order was billed, so that it expires; false if it has ended otherwise. */
export const hasExpired = (row: { readonly state: string }, { remainingOrders }: NextCycle): boolean =>
  remainingOrders === 0 && liveStates.includes(row.state)

/** What billed cycles say of their subscriptions, as rows that a statement reads. */
export const advancedRows = (
  advances: readonly {
    readonly id: string
    readonly next: NextCycle
    readonly counted: CountedCoupon
    readonly ends: boolean
  }[],
) => {
  const rows = advances.map(({ id, next, counted, ends }) => ({
    id,
    ends,
    cycle: next.cycle,
    day: next.on.toString(),
    cents: next.unitPriceCents,
    remaining: next.remainingOrders,
    code: counted.code,
    own: counted.ownItem,
    ended: counted.endedCode,
  }))
  return sql<{ id: string }>`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)`.as<'next'>(
    sql`next(id uuid, ends boolean, cycle int, day date, cents int, remaining int, code text, own boolean, ended text)`,
  )
}

/** What a billed cycle changes, of the row of `advancedRows`; the subscription may have been canceled meanwhile. */
export const advancedColumns = ({ today }: Pick<Tx, 'today'>) => ({
  state: sql<string>`case when next.ends then 'expired' else state end`,
  paused_on: sql<string | null>`case when not next.ends then paused_on end`,
  paused_until: sql<string | null>`case when not next.ends then paused_until end`,
  remaining_orders: sql<number | null>`next.remaining`,
  next_cycle: sql<number>`next.cycle`,
  unit_price_cents: sql<number>`next.cents`,
  notices_on: noticesDueNow,
  next_order_on: sql<string>`next.day`,
  // Canceled while its charge was in flight: the date moves, no attempt is scheduled.
  next_attempt_on: sql<string | null>`case when state = 'active' and not next.ends then next.day end`,
  last_order_on: today.toString(),
  coupon_code: sql<
    string | null
  >`case when coupon_code = next.code and coupon_renewals = 1 then null else coupon_code end`,
  coupon_renewals: sql<
    number | null
  >`case when coupon_code = next.code then nullif(coupon_renewals - 1, 0) else coupon_renewals end`,
  // Kept until an order at the full price is billed.
  ended_coupon_code: sql<string | null>`case when next.ended is not null then next.ended
    when coupon_code = next.code and coupon_renewals = 1 then coupon_code
    when next.own and ended_coupon_code is distinct from next.code then null
    else ended_coupon_code end`,
})
