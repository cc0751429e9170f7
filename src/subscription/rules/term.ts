import { dueOn } from './steering.ts'
import type { Steering } from './steering.ts'

/** `renewed`: the next one has begun. */
export const termStates = ['running', 'paused', 'renewed', 'refunded'] as const

export type TermState = (typeof termStates)[number]

/** What a subscription has paid ahead: a stretch of months, from the order that paid it. Days are ISO text. */
export interface Term {
  /** 0 for the purchase that began the subscription. */
  readonly cycle: number
  readonly months: number
  readonly firstOn: string
  /** The day before the order after it would come. */
  readonly lastOn: string
  readonly state: TermState
}

/** The term that an order of today opens, when the one after it falls on `nextOn`. */
export const termFrom = (
  firstOn: Temporal.PlainDate,
  nextOn: Temporal.PlainDate,
  paid: Pick<Term, 'cycle' | 'months'>,
): Term => ({
  cycle: paid.cycle,
  months: paid.months,
  firstOn: firstOn.toString(),
  lastOn: nextOn.subtract({ days: 1 }).toString(),
  state: 'running',
})

const movedBy = (days: number, on: string): string => Temporal.PlainDate.from(on).add({ days }).toString()

/** By how many days a pause, its end, or the undoing of either has moved the next order. */
const shiftOf = (before: Steering, after: Steering): number =>
  dueOn(before).until(dueOn(after), { largestUnit: 'days' }).days

/**
 * What a change makes of the running term: a pause stops its clock, and the days that were left are left again after
 * it, as often as that happens. Nothing else moves what is paid for: neither a skipped or moved order nor a
 * cancellation. A term that was over before the pause stays so.
 */
export const termAfter = (term: Term, before: Steering, after: Steering): Term => {
  const [was, is] = [before.state === 'paused', after.state === 'paused']
  if (was === is || (term.state !== 'running' && term.state !== 'paused')) return term
  const shift = before.nextCycle === after.nextCycle ? shiftOf(before, after) : 0
  const lastOn = movedBy(shift, term.lastOn)
  const pausedOn = before.pausedOn ?? after.pausedOn ?? ''
  const earlier = shift < 0 ? lastOn : term.lastOn
  if (earlier < pausedOn) return { ...term, state: 'running' }
  return { ...term, lastOn, state: is ? 'paused' : 'running' }
}

/** Whether what is paid for reaches beyond a day. */
export const isPrepaidOn = (term: Term | null, on: Temporal.PlainDate): boolean =>
  term !== null && (term.state === 'paused' || (term.state === 'running' && term.lastOn >= on.toString()))
