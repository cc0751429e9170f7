import type { OrderPrice } from '#pricing/rules/order-price.ts'
import type { Plan } from '#catalogue/rules/plan.ts'
import { discountMessage, withRefusalMessage } from '#coupon/rules/coupon-messages.ts'
import type { PaymentMethod } from '#payment/server/payments.ts'
import type { Address } from '#shared/address.ts'
import { brand } from '#shared/brand.ts'
import { wirePrice } from '#shared/money.ts'
import type { Subscription, UpcomingOrder } from '../endpoints.ts'
import { wireChargeInFlight } from '../renewal/rules/charge-in-flight.ts'
import type { ChargeInFlight } from '../renewal/rules/charge-in-flight.ts'
import { lostRecordMessage } from '../record/rules/lost-records.ts'
import type { LostRecord } from '../record/rules/lost-records.ts'
import { currentRefusal, actionRefusalMessage } from '../record/rules/action-refusal.ts'
import type { ActionFacts } from '../record/rules/action-refusal.ts'
import type { Renewal } from '../renewal/rules/renewal.ts'
import { termsAtNextOrder, dueOn } from '../record/rules/subscription-terms.ts'
import type { SubscriptionTerms } from '../record/rules/subscription-terms.ts'
import type { PrepaidTerm } from '../term/rules/prepaid-term.ts'
import { isPrepaidOn } from '../term/rules/prepaid-term.ts'
import { isLive, memberActions } from '../record/rules/subscription-state.ts'
import { upcomingOrder } from '../renewal/rules/upcoming-order.ts'
import type { UpcomingOrder as UpcomingFacts } from '../renewal/rules/upcoming-order.ts'
import type { RenewalFacts } from '../renewal/server/renewal-facts.ts'
import type { SubscriptionRow } from '../record/server/subscription-store.ts'

const wireLine = (line: OrderPrice['lines'][number], addOnId: string | null) => ({
  plan_code: line.planCode,
  name: line.name,
  image: line.image,
  quantity: line.quantity,
  price: wirePrice(line.unitPriceCents),
  subtotal: wirePrice(line.subtotalCents),
  discount: wirePrice(line.discountCents),
  tax: wirePrice(line.taxCents),
  total: wirePrice(line.totalCents),
  add_on_id: addOnId,
})

/** An item that is skipped this time. */
const wireHeld = (id: string | null, terms: SubscriptionTerms, renewal: Renewal) => {
  const position = terms.addOns.findIndex((addOn) => addOn.id === id)
  const line = id === null ? renewal : renewal.addOns?.[position]
  return { add_on_id: id, name: line?.plan.name ?? '', quantity: line?.quantity ?? 0 }
}

/** An order to come in the form of the wire. It can be changed until its day begins where the shop counts its days. */
const wireUpcoming = (
  upcoming: UpcomingFacts,
  terms: SubscriptionTerms,
  { refusals, renewal }: RenewalFacts,
): UpcomingOrder => {
  const { on, price, creditCents, toPayCents, nextDates, addOnIds } = upcoming
  return {
    on: on.toString(),
    lines: price.lines.map((line, position) => wireLine(line, addOnIds[position] ?? null)),
    subtotal: wirePrice(price.subtotalCents),
    discount: wirePrice(price.discountCents),
    shipping: wirePrice(price.shipping?.cents ?? 0),
    shipping_method: price.shipping?.label ?? '',
    tax: wirePrice(price.taxCents),
    total: wirePrice(price.totalCents),
    credit: wirePrice(creditCents),
    to_pay: wirePrice(toPayCents),
    discounts: price.discounts.map(({ code, reason, cents }) => ({
      code,
      reason,
      message: discountMessage({ code, reason }),
      amount: wirePrice(cents),
    })),
    refusals: refusals.map(withRefusalMessage),
    held: upcoming.heldIds.map((id) => wireHeld(id, terms, renewal)),
    next_dates: nextDates.map(String),
    is_last: upcoming.isLast,
    changeable_until: on.toZonedDateTime(brand.timeZone).toInstant().toString(),
  }
}

/** The next order of a subscription; null when there is none. */
export const wireNextOrder = (terms: SubscriptionTerms, facts: RenewalFacts | null): UpcomingOrder | null => {
  if (facts === null) return null
  const upcoming = upcomingOrder(terms, facts.renewal)
  return upcoming && wireUpcoming(upcoming, terms, facts)
}

/** The day of the next order; null when none is to come. */
export const nextOrderOn = (terms: SubscriptionTerms): string | null => {
  const nextTerms = termsAtNextOrder(terms)
  if (nextTerms !== null) return dueOn(nextTerms).toString()
  return isLive(terms.state) && terms.state !== 'paused' ? dueOn(terms).toString() : null
}

const wireActions = (facts: ActionFacts): Subscription['actions'] =>
  memberActions.map((action) => {
    const reason = currentRefusal(action, facts)
    return { action, allowed: reason === null, reason, message: reason && actionRefusalMessage(reason) }
  })

const prepaidTermState = (
  prepaidTerm: PrepaidTerm,
  today: Temporal.PlainDate,
): NonNullable<Subscription['prepaidTerm']>['state'] => {
  if (prepaidTerm.state === 'refunded' || prepaidTerm.state === 'paused') return prepaidTerm.state
  return isPrepaidOn(prepaidTerm, today) ? 'running' : 'over'
}

const wirePrepaidTerm = (
  prepaidTerm: PrepaidTerm | null,
  today: Temporal.PlainDate,
): Subscription['prepaidTerm'] =>
  prepaidTerm && {
    months: prepaidTerm.months,
    first_on: prepaidTerm.firstOn,
    last_on: prepaidTerm.lastOn,
    state: prepaidTermState(prepaidTerm, today),
  }

/** Everything that a subscription is shown from. */
export interface SubscriptionView extends ActionFacts {
  readonly row: SubscriptionRow
  /** Null for one that has lost its address or plan. */
  readonly facts: RenewalFacts | null
  readonly lost: readonly LostRecord[]
  /** Null when it is lost. */
  readonly plan: Plan | null
  readonly address: Address | null
  readonly card: PaymentMethod | null
  readonly problem: Subscription['payment_problem']
  readonly prepaidTerm: PrepaidTerm | null
  /** What makes `chargeInHand`. */
  readonly chargeInFlight: ChargeInFlight | null
}

/** A subscription in the form of the wire. */
export const wireSubscription = (view: SubscriptionView): Subscription => {
  const { row, facts, card, terms, plan } = view
  return {
    id: row.id,
    state: terms.state,
    planCode: row.plan_code,
    plan: {
      plan_code: row.plan_code,
      // Only its code is known if the plan is lost.
      name: plan?.name ?? row.plan_code,
      image: plan?.image ?? '',
      supply_days: plan?.supplyDays ?? 0,
      capsules: plan?.capsules ?? 0,
    },
    quantity: row.quantity,
    price: wirePrice(row.unit_price_cents * row.quantity),
    currency: 'USD',
    interval_months: row.interval_months,
    activated_at: row.activated_at,
    canceled_at: row.canceled_at,
    next_order_on: facts && nextOrderOn(terms),
    next_attempt_on: row.next_attempt_on,
    last_order_on: row.last_order_on,
    remaining_orders: row.remaining_orders,
    prepaidTerm: wirePrepaidTerm(view.prepaidTerm, view.today),
    address: view.address,
    card: card && { brand: card.brand, last4: card.last4, exp_month: card.expMonth, exp_year: card.expYear },
    upcoming_order: wireNextOrder(terms, facts),
    payment_problem: view.problem,
    lost: view.lost.map((what) => ({ what, message: lostRecordMessage(what) })),
    payment_method_id: row.payment_method_id,
    charge_in_flight: view.chargeInFlight && wireChargeInFlight(view.chargeInFlight),
    waiting_payment_method_id: row.waiting_card_id,
    coupon_code: row.coupon_code,
    coupon_renewals: row.coupon_renewals,
    paused_until: row.paused_until,
    skipped_on: terms.skipped.map(({ on }) => on),
    actions: wireActions(view),
  }
}
