import { wireExpiry } from '#shared/card-face.ts'
import type { OrderPrice } from '#pricing/rules/order-price.ts'
import { wireDiscount, withRefusalMessage } from '#coupon/rules/coupon-messages.ts'
import { brand } from '#shared/brand.ts'
import { wirePrice } from '#shared/money.ts'
import type { Subscription as WireSubscription, UpcomingOrder } from '../endpoints.ts'
import { wireChargeInFlight } from '#subscription/renewal/rules/charge-reply.ts'
import { problemMessage } from '#subscription/dunning/rules/dunning.ts'
import { lostRecordMessage } from '#subscription/record/rules/lost-records.ts'
import { actionRefusalMessage, currentRefusal } from '#subscription/record/rules/action-refusal.ts'
import type { ActionFacts } from '#subscription/record/rules/action-refusal.ts'
import type { Renewal } from '#subscription/renewal/rules/renewal.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'
import type { PrepaidTerm } from '#subscription/term/rules/prepaid-term.ts'
import { isPrepaidOn } from '#subscription/term/rules/prepaid-term.ts'
import { upcomingArrival } from '#subscription/record/rules/upcoming-arrival.ts'
import { memberActions } from '#subscription/record/rules/subscription-state.ts'
import { upcomingOrder } from '#subscription/renewal/rules/upcoming-order.ts'
import type { UpcomingOrder as UpcomingFacts } from '#subscription/renewal/rules/upcoming-order.ts'
import type { RenewalFacts } from '#subscription/renewal/server/renewal-facts.ts'
import { wirePricedLine } from '#pricing/rules/priced-line-reply.ts'
import { toPayCents, wireTotals } from '#pricing/rules/totals.ts'
import type { Subscription } from './subscriptions.ts'
import type { Currency } from '#shared/money.ts'

const wireLine = (line: OrderPrice['lines'][number], currency: Currency, addOnId: string | null) => ({
  ...wirePricedLine(line, currency),
  image: line.image,
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
  const { on, price, nextDates, addOnIds } = upcoming
  const { currency } = price
  return {
    on: on.toString(),
    arrives: upcomingArrival(on, price.shipping?.code, renewal.country),
    lines: price.lines.map((line, position) => wireLine(line, currency, addOnIds[position] ?? null)),
    ...wireTotals(price.totals, currency),
    currency,
    shipping_method: price.shipping?.label ?? '',
    to_pay: wirePrice(toPayCents(price.totals), currency),
    discounts: price.discounts.map((discount) => wireDiscount(discount, currency)),
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

const wireActions = (facts: ActionFacts): WireSubscription['actions'] =>
  memberActions.map((action) => {
    const reason = currentRefusal(action, facts)
    return { action, allowed: reason === null, reason, message: reason && actionRefusalMessage(reason) }
  })

const prepaidTermState = (
  prepaidTerm: PrepaidTerm,
  today: Temporal.PlainDate,
): NonNullable<WireSubscription['prepaidTerm']>['state'] => {
  if (prepaidTerm.state === 'refunded' || prepaidTerm.state === 'paused') return prepaidTerm.state
  return isPrepaidOn(prepaidTerm, today) ? 'running' : 'over'
}

const wirePrepaidTerm = (
  prepaidTerm: PrepaidTerm | null,
  today: Temporal.PlainDate,
): WireSubscription['prepaidTerm'] =>
  prepaidTerm && {
    months: prepaidTerm.months,
    first_on: prepaidTerm.firstOn,
    last_on: prepaidTerm.lastOn,
    state: prepaidTermState(prepaidTerm, today),
  }

const wireProblem = (problem: Subscription['problem']): WireSubscription['payment_problem'] =>
  problem && {
    since: problem.since,
    message: problemMessage(problem.declineKind, 'en'),
    declined_card: problem.declinedCard && {
      brand: problem.declinedCard.brand,
      last4: problem.declinedCard.last4,
    },
    asks_to_confirm: problem.asksToConfirm,
    next_try_on: problem.nextTryOn,
    update_card_url: problem.updateCardUrl,
  }

/** A subscription in the form of the wire. */
export const wireSubscription = (subscription: Subscription): WireSubscription => {
  const { id, facts, card, terms, plan, upcoming } = subscription
  return {
    id,
    state: terms.state,
    planCode: terms.planCode,
    plan: {
      plan_code: terms.planCode,
      name: subscription.name,
      image: plan?.image ?? '',
      supply_days: plan?.supplyDays ?? 0,
      capsules: plan?.capsules ?? 0,
    },
    quantity: terms.quantity,
    price: wirePrice(terms.unitPriceCents * terms.quantity, terms.currency),
    currency: terms.currency,
    interval_months: terms.intervalMonths,
    activated_at: terms.activatedAt,
    canceled_at: terms.canceledAt,
    next_order_on: subscription.nextOrderOn,
    next_attempt_on: terms.nextAttemptOn,
    last_order_on: subscription.lastOrderOn,
    remaining_orders: terms.remainingOrders,
    prepaidTerm: wirePrepaidTerm(subscription.prepaidTerm, subscription.today),
    address: subscription.address,
    card: card && { brand: card.brand, last4: card.last4, ...wireExpiry(card) },
    upcoming_order: upcoming && facts && wireUpcoming(upcoming, terms, facts),
    payment_problem: wireProblem(subscription.problem),
    stopped_message: subscription.isStopped ? actionRefusalMessage('payment-disputed') : null,
    lost: subscription.lost.map((what) => ({ what, message: lostRecordMessage(what) })),
    payment_method_id: terms.paymentMethodId,
    charge_in_flight: subscription.chargeInFlight && wireChargeInFlight(subscription.chargeInFlight),
    waiting_payment_method_id: subscription.waitingCardId,
    coupon_code: terms.couponCode,
    coupon_renewals: terms.couponRenewals,
    paused_until: terms.pausedUntil,
    skipped_on: terms.skipped.map(({ on }) => on),
    actions: wireActions(subscription),
  }
}
