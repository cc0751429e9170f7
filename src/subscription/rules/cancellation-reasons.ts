import { z } from 'zod'
import type { Plans } from '#catalogue/rules/plan.ts'
import { ShopError } from '#shared/errors.ts'
import type { Change, Leaving } from './change.ts'
import { frequenciesOf } from './plan-choice.ts'
import { refusalNow } from './refused-action.ts'
import type { ActionFacts } from './refused-action.ts'
import type { Steering } from './steering.ts'

const Sentence = z.string().min(1)
const Named = z.object({ id: Sentence, text: Sentence })

const words = { title: Sentence, text: Sentence }

/** What may help instead of leaving. */
const Offer = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['pause', 'skip', 'smaller-plan']), ...words }),
  z.object({ kind: z.literal('discount'), code: Sentence, ...words }),
])

type Offer = z.output<typeof Offer>

/** The file of reasons; of a reason's offers the first that is to be had is made, one at most (ruling 22). `none` is sent when the member would rather not say. */
export const CancellationReasons = z.object({
  none: Named,
  reasons: z.array(Named.extend({ secondary: z.array(Named), offers: z.array(Offer) })),
})

export type CancellationReasons = z.output<typeof CancellationReasons>

/** One unit less, or the shortest of the product's rhythms; null when it is as small as it gets. */
const smallerPlan = (steering: Steering, plans: Plans): Change | null => {
  if (steering.quantity > 1) return { action: 'change-quantity', quantity: steering.quantity - 1 }
  const held = plans.get(steering.planCode)
  const shortest = held && frequenciesOf(plans, held)[0]?.intervalMonths
  return typeof shortest === 'number' && shortest < steering.intervalMonths
    ? { action: 'change-frequency', interval_months: shortest }
    : null
}

const offeredChange = (offer: Offer, steering: Steering, plans: Plans): Change | null => {
  switch (offer.kind) {
    case 'pause':
      // Whoever is paused already gains nothing by it.
      return steering.state === 'paused' ? null : { action: 'pause' }
    case 'skip':
      return { action: 'skip' }
    case 'smaller-plan':
      return smallerPlan(steering, plans)
    case 'discount':
      // Never in place of another one.
      return steering.couponCode === null ? { action: 'apply-coupon', code: offer.code } : null
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
    const change = offeredChange(offer, facts.steering, plans)
    if (change === null || refusalNow(change.action, facts) !== null) return []
    return [{ title: offer.title, text: offer.text, change }]
  })

/** The reason as it is kept: nothing said counts as `none`. VALIDATION_ERROR for a reason that is not in the file. */
export const checkedReason = (
  { none, reasons }: CancellationReasons,
  leaving: z.output<typeof Leaving>,
): z.output<typeof Leaving> => {
  const cancellationReasonId = leaving.cancellationReasonId ?? none.id
  const secondaryReasonId = leaving.secondaryReasonId ?? undefined
  const cancellationReasonText = leaving.cancellationReasonText ?? undefined
  const reason = reasons.find(({ id }) => id === cancellationReasonId)
  if (!reason && cancellationReasonId !== none.id)
    throw new ShopError('VALIDATION_ERROR', { fields: { cancellationReasonId: 'Kindly choose a reason.' } })
  const known = reason?.secondary.some(({ id }) => id === secondaryReasonId) ?? false
  if (secondaryReasonId !== undefined && !known)
    throw new ShopError('VALIDATION_ERROR', { fields: { secondaryReasonId: 'Kindly choose a reason.' } })
  return { cancellationReasonId, secondaryReasonId, cancellationReasonText }
}
