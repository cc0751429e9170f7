import type { Selectable } from 'kysely'
import type { Database } from '#platform/schema.ts'
import { SubscriptionTerms } from '../rules/subscription-terms.ts'
import { CurrencyCode } from '#shared/price-schema.ts'

type SubscriptionRow = Selectable<Database['subscription']>

/** The terms without what is stored in tables of its own. */
type OwnTerms = Omit<SubscriptionTerms, 'skipped' | 'addOns'>

/**
 * A subscription as it is stored and locked, parsed once when it is read. Days and instants are ISO text. `skipped` and
 * `addOns`, which complete its terms, are read by `readSubscriptionsWithTerms`.
 */
export interface StoredSubscription extends OwnTerms {
  readonly id: string
  readonly accountId: string
  /** Increases with every change. */
  readonly version: number
  /** The order that started it. */
  readonly orderId: string
  readonly linePosition: number
  readonly shippingMethodCode: string
  /** Null before the first cycle has a date. */
  readonly nextOrderOn: string | null
  readonly lastOrderOn: string
  /** The coupon that ended and whose end is still to be said; null for none. */
  readonly endedCouponCode: string | null
  /** The card chosen during a charge, and the request that chose it. */
  readonly waitingCardId: string | null
  readonly waitingCardRequest: string | null
  /** When the member asked for the card, and for the one that waits; null for one of an earlier release. */
  readonly cardChosenAt: Temporal.Instant | null
  readonly waitingCardChosenAt: Temporal.Instant | null
}

const { state } = SubscriptionTerms.shape

const instantFrom = (text: string | null): Temporal.Instant | null =>
  text === null ? null : Temporal.Instant.from(text)

/** Throws a `ZodError` for a state that no subscription has. */
export const subscriptionFrom = (row: SubscriptionRow): StoredSubscription => ({
  id: row.id,
  accountId: row.account_id,
  version: row.version,
  orderId: row.order_id,
  linePosition: row.line_position,
  currency: CurrencyCode.parse(row.currency),
  shippingMethodCode: row.shipping_method_code,
  state: state.parse(row.state),
  planCode: row.plan_code,
  quantity: row.quantity,
  unitPriceCents: row.unit_price_cents,
  agreedAfterIncrease: row.agreed_after_increase,
  intervalMonths: row.interval_months,
  anchorOn: row.anchor_on,
  startCycle: row.start_cycle,
  startMonths: row.start_months,
  nextCycle: row.next_cycle,
  nextOrderOn: row.next_order_on,
  nextAttemptOn: row.next_attempt_on,
  lastOrderOn: row.last_order_on,
  pausedOn: row.paused_on,
  pausedUntil: row.paused_until,
  addressId: row.address_id,
  paymentMethodId: row.payment_method_id,
  couponCode: row.coupon_code,
  couponRenewals: row.coupon_renewals,
  endedCouponCode: row.ended_coupon_code,
  remainingOrders: row.remaining_orders,
  itemSkippedCycle: row.item_skipped_cycle,
  activatedAt: row.activated_at,
  canceledAt: row.canceled_at,
  waitingCardId: row.waiting_card_id,
  waitingCardRequest: row.waiting_card_request,
  cardChosenAt: instantFrom(row.card_chosen_at),
  waitingCardChosenAt: instantFrom(row.waiting_card_chosen_at),
})

export const subscriptionsFrom = (rows: readonly SubscriptionRow[]): StoredSubscription[] =>
  rows.map(subscriptionFrom)
