import { z } from 'zod'
import type { Plans } from '#catalogue/rules/plan.ts'
import { ShopError } from '#shared/errors.ts'
import type { Change, CancellationReason } from './change.ts'
import { frequenciesOf } from '#subscription/record/rules/plan-choice.ts'
import { currentRefusal } from '#subscription/record/rules/action-refusal.ts'
import type { ActionFacts } from '#subscription/record/rules/action-refusal.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'

const NonEmptyText = z.string().min(1)
const NamedReason = z.object({ id: NonEmptyText, text: NonEmptyText })

const offerText = { title: NonEmptyText, text: NonEmptyText }

/** What may help instead of leaving. */
const Offer = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['pause', 'skip', 'smaller-plan']), ...offerText }),
  z.object({ kind: z.literal('discount'), code: NonEmptyText, ...offerText }),
])

type Offer = z.output<typeof Offer>

/**
 * The file of reasons. Of the offers of a reason, the first available one is made, at most one (ruling 22). `none` is
 * sent when the member prefers not to say.
 */
export const CancellationReasons = z.object({
  none: NamedReason,
  reasons: z.array(NamedReason.extend({ secondary: z.array(NamedReason), offers: z.array(Offer) })),
})

export type CancellationReasons = z.output<typeof CancellationReasons>

/** The reasons and offers with their texts in another language; ids stay. */
export const cancellationReasonsIn = (
  { none, reasons }: CancellationReasons,
  translated: (text: string) => string,
): CancellationReasons => {
  const named = <Named extends { readonly text: string }>(one: Named) => ({
    ...one,
    text: translated(one.text),
  })
  return {
    none: named(none),
    reasons: reasons.map((reason) => ({
      ...named(reason),
      secondary: reason.secondary.map(named),
      offers: reason.offers.map((offer) => ({ ...named(offer), title: translated(offer.title) })),
    })),
  }
}

/** One unit less, or the shortest frequency of the product; null when it is the smallest already. */
const smallerPlan = (terms: SubscriptionTerms, plans: Plans): Change | null => {
  if (terms.quantity > 1) return { action: 'change-quantity', quantity: terms.quantity - 1 }
  const currentPlan = plans.get(terms.planCode)
  const shortest = currentPlan && frequenciesOf(plans, currentPlan)[0]?.intervalMonths
  return typeof shortest === 'number' && shortest < terms.intervalMonths
    ? { action: 'change-frequency', interval_months: shortest }
    : null
}

const offeredChange = (offer: Offer, terms: SubscriptionTerms, plans: Plans): Change | null => {
  switch (offer.kind) {
    case 'pause':
      // An offer to pause does not help a member whose subscription is paused.
      return terms.state === 'paused' ? null : { action: 'pause' }
    case 'skip':
      return { action: 'skip' }
    case 'smaller-plan':
      return smallerPlan(terms, plans)
    case 'discount':
      // Never in place of another one.
      return terms.couponCode === null ? { action: 'apply-coupon', code: offer.code } : null
    default:
      return offer satisfies never
  }
}

/** An offer with the change behind it, ready for its preview. */
export interface ReadyOffer {
  readonly title: string
  readonly text: string
  readonly change: Change
}

/** The offers that are to be had for this subscription now, as far as a rule can say. */
export const offersFor = (
  offers: readonly Offer[],
  facts: ActionFacts,
  plans: Plans,
): readonly ReadyOffer[] =>
  offers.flatMap((offer) => {
    const change = offeredChange(offer, facts.terms, plans)
    if (change === null || currentRefusal(change.action, facts) !== null) return []
    return [{ title: offer.title, text: offer.text, change }]
  })

/** The reason as it is stored: an empty one counts as `none`. VALIDATION_ERROR for a reason that is not in the file. */
const validateReason = (
  { none, reasons }: CancellationReasons,
  reasonGiven: z.output<typeof CancellationReason>,
): z.output<typeof CancellationReason> => {
  const cancellationReasonId = reasonGiven.cancellationReasonId ?? none.id
  const secondaryReasonId = reasonGiven.secondaryReasonId ?? undefined
  const cancellationReasonText = reasonGiven.cancellationReasonText ?? undefined
  const reason = reasons.find(({ id }) => id === cancellationReasonId)
  if (!reason && cancellationReasonId !== none.id)
    throw new ShopError('VALIDATION_ERROR', { fields: { cancellationReasonId: 'Please choose a reason.' } })
  const known = reason?.secondary.some(({ id }) => id === secondaryReasonId) ?? false
  if (secondaryReasonId !== undefined && !known)
    throw new ShopError('VALIDATION_ERROR', { fields: { secondaryReasonId: 'Please choose a reason.' } })
  return { cancellationReasonId, secondaryReasonId, cancellationReasonText }
}

/** A cancellation only with a reason of the list; other changes have none. */
export const withValidReason = (reasons: CancellationReasons, change: Change): Change =>
  change.action === 'cancel' ? { ...validateReason(reasons, change), action: 'cancel' } : change
