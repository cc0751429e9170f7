import { createHmac } from 'node:crypto'
import type { AppDeps } from '#platform/app-deps.ts'
import type { UpcomingOrder } from '#subscription/endpoints.ts'
import type { ChangePreview } from '../change-endpoints.ts'
import type { Change } from '../rules/change.ts'
import { creditForNextOrder } from '#subscription/renewal/rules/credit-for-next-order.ts'
import { inputsAfterOrder } from '#subscription/renewal/rules/renewal-inputs.ts'
import { wireChargeInFlight } from '#subscription/renewal/rules/charge-reply.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'
import { upcomingOrder } from '#subscription/renewal/rules/upcoming-order.ts'
import type { RenewalPreviewFacts } from '#subscription/renewal/server/renewal-preview-facts.ts'
import type { DecidedChange } from './gather-change.ts'
import type { StoredSubscription } from '#subscription/record/server/subscription-record.ts'
import { wireNextOrder } from '#subscription/server/wire-subscription.ts'
import { termsAfterOrder } from '#subscription/record/rules/remaining-orders.ts'
import { fingerprintOf } from '#subscription/record/server/subscription-change-store.ts'

// A line that the change adds gets its id when the change is made.
const withoutLineIds = (order: UpcomingOrder | null) =>
  order && { ...order, lines: order.lines.map(({ add_on_id: _id, ...line }) => line) }

const tokenOf = (
  secret: string,
  row: StoredSubscription,
  change: Change,
  preview: Omit<ChangePreview, 'token'>,
): string => {
  const key = createHmac('sha256', secret).update('subscription change').digest()
  const decided = {
    ...preview,
    charged_now: withoutLineIds(preview.charged_now),
    upcoming_order: withoutLineIds(preview.upcoming_order),
  }
  const signedText = JSON.stringify([row.id, row.version, fingerprintOf(change), decided])
  return createHmac('sha256', key).update(signedText).digest('base64url')
}

/**
 * The order after one that is charged at once, with the credit that remains after that one and the member's other
 * orders.
 */
const nextOrderAfterCharge = (
  { id }: Pick<StoredSubscription, 'id'>,
  next: SubscriptionTerms,
  facts: RenewalPreviewFacts,
) => {
  const balance = facts.renewal.availableCreditCents ?? 0
  const creditLeft = balance - (upcomingOrder(next, facts.renewal)?.price.totals.creditCents ?? 0)
  const after = inputsAfterOrder({
    terms: next,
    renewal: facts.renewal,
    ordersLeft: facts.ending?.ordersLeft ?? null,
  })
  const availableCreditCents = creditForNextOrder(creditLeft, { id, terms: after.terms }, facts.others)
  return wireNextOrder(after.terms, { ...facts, renewal: { ...after.renewal, availableCreditCents } })
}

/**
 * What a decided change will do, with the token for it: signed over the subscription's version, the
 * request, and every total and date that is shown.
 */
export const previewOf = (
  { secret }: Pick<AppDeps, 'secret'>,
  row: StoredSubscription,
  change: Change,
  decided: DecidedChange,
): ChangePreview => {
  const { next, chargeNow, facts } = decided
  // An order that is being charged is not the next one any more, unless the subscription ends with it.
  const isBeforeCharged = decided.chargeInFlight !== null && !decided.isPastCharge
  const isAfterCharge = chargeNow || (isBeforeCharged && next.state === 'active')
  const upcoming =
    isAfterCharge && facts !== null ? nextOrderAfterCharge(row, next, facts) : wireNextOrder(next, facts)
  // As it will be once the order in flight is placed.
  const termsAfter = isAfterCharge ? termsAfterOrder(next) : next
  const preview = {
    action: change.action,
    state: termsAfter.state,
    charged_now: chargeNow ? wireNextOrder(next, facts) : null,
    upcoming_order: upcoming,
    next_dates: upcoming?.next_dates.slice(0, 3) ?? [],
    paused_until: next.pausedUntil,
    remaining_orders: termsAfter.remainingOrders,
    charge_in_flight: decided.chargeInFlight && wireChargeInFlight(decided.chargeInFlight),
  }
  return { ...preview, token: tokenOf(secret, row, change, preview) }
}
