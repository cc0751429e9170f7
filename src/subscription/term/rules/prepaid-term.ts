import { dueOn } from '#subscription/record/rules/subscription-terms.ts'
import type { SubscriptionTerms } from '#subscription/record/rules/subscription-terms.ts'

/** `renewed`: the next one has begun. */
export const prepaidTermStates = ['running', 'paused', 'renewed', 'refunded'] as const

export type PrepaidTermState = (typeof prepaidTermStates)[number]

/** A prepaid term of a subscription: a number of months, from the order that paid it. Days are ISO text. */
export interface PrepaidTerm {
  /** 0 for the purchase that began the subscription. */
  readonly cycle: number
  readonly months: number
  readonly firstOn: string
  /** The day before the order after it would come. */
  readonly lastOn: string
  readonly state: PrepaidTermState
}

/** The term that an order of today starts, when the one after it is on `nextOn`. */
export const prepaidTermFrom = (
  firstOn: Temporal.PlainDate,
  nextOn: Temporal.PlainDate,
  paid: Pick<PrepaidTerm, 'cycle' | 'months'>,
): PrepaidTerm => ({
  cycle: paid.cycle,
  months: paid.months,
  firstOn: firstOn.toString(),
  lastOn: nextOn.subtract({ days: 1 }).toString(),
  state: 'running',
})

const shiftDate = (days: number, on: string): string => Temporal.PlainDate.from(on).add({ days }).toString()

/** By how many days a pause, its end, or the undoing of either has moved the next order. */
const daysMoved = (before: SubscriptionTerms, after: SubscriptionTerms): number =>
  dueOn(before).until(dueOn(after), { largestUnit: 'days' }).days

/**
 * What a change does to the running term: a pause stops it, and the days that remained continue after the pause, as
 * often as that happens. Nothing else changes the term: neither a skipped or moved order nor a cancellation. A term
 * that was over before the pause stays over.
 */
export const prepaidTermAfter = (
  prepaidTerm: PrepaidTerm,
  before: SubscriptionTerms,
  after: SubscriptionTerms,
): PrepaidTerm => {
  const [wasPaused, isPaused] = [before.state === 'paused', after.state === 'paused']
  if (wasPaused === isPaused || (prepaidTerm.state !== 'running' && prepaidTerm.state !== 'paused'))
    return prepaidTerm
  const shift = before.nextCycle === after.nextCycle ? daysMoved(before, after) : 0
  const lastOn = shiftDate(shift, prepaidTerm.lastOn)
  const pausedOn = before.pausedOn ?? after.pausedOn ?? ''
  const earlier = shift < 0 ? lastOn : prepaidTerm.lastOn
  if (earlier < pausedOn) return { ...prepaidTerm, state: 'running' }
  return { ...prepaidTerm, lastOn, state: isPaused ? 'paused' : 'running' }
}

/** Whether the prepaid term ends after a day. */
export const isPrepaidOn = (prepaidTerm: PrepaidTerm | null, on: Temporal.PlainDate): boolean =>
  prepaidTerm !== null &&
  (prepaidTerm.state === 'paused' || (prepaidTerm.state === 'running' && prepaidTerm.lastOn >= on.toString()))
