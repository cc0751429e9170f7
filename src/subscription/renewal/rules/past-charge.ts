import type { Cents } from '#shared/money.ts'
import { cycleAfter } from '#subscription/record/rules/billing-schedule.ts'
import { hasSamePrice, withoutRefusedOrder } from '#subscription/dunning/rules/refused-order.ts'
import { remainingAfter } from '#subscription/record/rules/remaining-orders.ts'
import { billingScheduleOf, withNextAttempt } from '#subscription/record/rules/subscription-terms.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'

/** What an order that is being charged takes from its subscription. */
export interface ChargedOrder {
  /** Of its billing cycle. */
  readonly number: number
  /** Of the subscription's own item; null for an order without it. */
  readonly unitPriceCents: Cents | null
  /** The coupon for some renewals that counts for it; null for none. */
  readonly countedCoupon: string | null
  readonly addOnIds: readonly string[]
  /** It is owed, and charged to a card that was entered by the link of a mail. */
  readonly isByLink: boolean
}

/** A subscription before and after the order that is being charged, when a change takes it past that order. */
export interface PassedTerms {
  readonly before: SubscriptionTerms
  readonly after: SubscriptionTerms
}

const couponAfter = ({ couponCode, couponRenewals }: SubscriptionTerms, counted: string | null) => {
  if (couponCode === null || couponCode !== counted || couponRenewals === null)
    return { couponCode, couponRenewals }
  return couponRenewals === 1
    ? { couponCode: null, couponRenewals: null }
    : { couponCode, couponRenewals: couponRenewals - 1 }
}

/**
 * The subscription as it is once the order that is being charged is paid: what a change made meanwhile starts from. Null
 * when no order follows, or when an ended subscription depends on the payment.
 */
const termsPastCharge = (
  terms: SubscriptionTerms,
  order: ChargedOrder,
  today: Temporal.PlainDate,
): SubscriptionTerms | null => {
  if (terms.nextCycle > order.number)
    return { ...terms, skipped: terms.skipped.filter(({ number }) => number > order.number) }
  if (terms.state !== 'active' || order.isByLink) return null
  const remainingOrders = remainingAfter(terms.remainingOrders, order.unitPriceCents !== null)
  if (remainingOrders === 0) return null
  return withNextAttempt({
    ...terms,
    ...couponAfter(terms, order.countedCoupon),
    nextCycle: Math.max(order.number + 1, cycleAfter(billingScheduleOf(terms), today)),
    unitPriceCents: order.unitPriceCents ?? terms.unitPriceCents,
    remainingOrders,
    skipped: [],
    addOns: terms.addOns.filter(({ id }) => !order.addOnIds.includes(id)),
  })
}

/**
 * The terms that a member sees and changes: during a charge those after its order, if they are known. `charge` is null for
 * none.
 */
export const pastCharge = (
  terms: SubscriptionTerms,
  charge: { readonly order: ChargedOrder } | null,
  today: Temporal.PlainDate,
): { readonly terms: SubscriptionTerms; readonly isPastCharge: boolean } => {
  const past = charge && termsPastCharge(terms, charge.order, today)
  return { terms: past ?? terms, isPastCharge: past !== null }
}

/** Changes that say when the next order comes. */
const dateActions: readonly string[] = ['skip', 'unskip', 'pause', 'resume', 'move']

/**
 * Whether an order whose payment fails is not tried again after this change was made meanwhile: the next order comes on the
 * day that the change showed. After any other change it is tried again, as changed.
 */
export const givesUpOrder = (action: string): boolean => dateActions.includes(action)

const isPast = ({ after }: PassedTerms, terms: SubscriptionTerms): boolean =>
  terms.nextCycle >= after.nextCycle

/** What the order would have used up, as it was before; what a change made of it since stays. */
const withoutUse = ({ before, after }: PassedTerms, terms: SubscriptionTerms) => {
  const hasSameCoupon = terms.couponCode === after.couponCode && terms.couponRenewals === after.couponRenewals
  const { couponCode, couponRenewals } = hasSameCoupon ? before : terms
  const { unitPriceCents } = hasSamePrice(terms, after) ? before : terms
  const { remainingOrders } = terms.remainingOrders === after.remainingOrders ? before : terms
  return { couponCode, couponRenewals, unitPriceCents, remainingOrders }
}

/** Terms past an order that is given up: it has used nothing, and the dates stay. */
export const withoutOrder = (passed: PassedTerms, terms: SubscriptionTerms): SubscriptionTerms =>
  isPast(passed, terms) ? { ...terms, ...withoutUse(passed, terms) } : terms

/** Terms past an order that is tried again: it is the next one, made of what it is now. */
export const backToOrder = (passed: PassedTerms, terms: SubscriptionTerms): SubscriptionTerms => {
  if (!isPast(passed, terms)) return terms
  const { before, after } = passed
  const charged = before.addOns.filter(({ id }) => !after.addOns.some((addOn) => addOn.id === id))
  return {
    ...withoutRefusedOrder(passed, terms),
    ...withoutUse(passed, terms),
    addOns: [...charged, ...terms.addOns],
  }
}
