import { creditUsed } from '#credit/rules/credit-use.ts'
import type { Cents } from '#shared/money.ts'
import { inputsAfterOrder } from './renewal-inputs.ts'
import type { RenewalInputs } from './renewal-inputs.ts'
import { termsAtNextOrder, dueOn } from '#subscription/record/rules/subscription-terms.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'
import { upcomingOrder } from './upcoming-order.ts'

/** One of a member's subscriptions. Ids are ordered by when they began. */
export interface MemberRenewalInputs extends RenewalInputs {
  readonly id: string
}

/**
 * The order in which orders are charged: by the day on which the worker checks them, on one day by the age of the
 * subscription.
 */
interface ChargeSlot {
  readonly on: string
  readonly id: string
}

const bySlot = (a: ChargeSlot, b: ChargeSlot): number =>
  a.on === b.on ? compare(a.id, b.id) : compare(a.on, b.on)

const compare = (a: string, b: string): number => {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The turn of a subscription's next order; null when none is coming. */
const slotOf = ({
  id,
  terms,
}: {
  readonly id: string
  readonly terms: SubscriptionTerms
}): ChargeSlot | null => {
  const nextTerms = termsAtNextOrder(terms)
  return nextTerms && { on: nextTerms.nextAttemptOn ?? dueOn(nextTerms).toString(), id }
}

/** The orders of a subscription whose turn comes before another's, the earliest first. */
const ordersChargedBefore = (
  first: MemberRenewalInputs,
  limit: ChargeSlot,
): (ChargeSlot & { readonly totalCents: Cents })[] => {
  const orders: (ChargeSlot & { readonly totalCents: Cents })[] = []
  let inputs: RenewalInputs = first
  for (;;) {
    const slot = slotOf({ id: first.id, terms: inputs.terms })
    const order = upcomingOrder(inputs.terms, inputs.renewal)
    if (slot === null || order === null || bySlot(slot, limit) >= 0) return orders
    orders.push({ ...slot, totalCents: order.price.totals.totalCents })
    inputs = inputsAfterOrder(inputs)
  }
}

/**
 * What remains of a member's credit for the next order of a subscription: all orders of the member's other
 * subscriptions in the same currency that are charged before it use their part first, including the ones after their next. Cents.
 */
export const creditForNextOrder = (
  balanceCents: Cents,
  subscription: { readonly id: string; readonly terms: SubscriptionTerms },
  others: readonly MemberRenewalInputs[],
): Cents => {
  const slot = slotOf(subscription)
  if (slot === null || balanceCents === 0) return balanceCents
  return others
    .filter(({ id }) => id !== subscription.id)
    .flatMap((other) => ordersChargedBefore(other, slot))
    .toSorted(bySlot)
    .reduce(
      (left, { totalCents }) => left - creditUsed(left, totalCents, subscription.terms.currency),
      balanceCents,
    )
}
