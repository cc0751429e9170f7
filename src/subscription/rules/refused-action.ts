import { ShopError } from '#shared/errors.ts'
import { lostSentence, missingFor } from './lost-records.ts'
import type { LostRecord } from './lost-records.ts'
import { isAllowed } from './subscription-state.ts'
import type { MemberAction, SubscriptionState } from './subscription-state.ts'
import { comesNext, ownItemStaysBack, rhythmOf } from './steering.ts'
import type { Steering } from './steering.ts'
import { cycleDate } from './billing-date.ts'

/** Most orders in a row that can be skipped; whoever wants longer pauses. */
export const mostSkips = 3
/** Most different things that come once with one order. */
const mostAddOns = 5
/** Days by which an order may wait longer than its box lasts. */
export const longestWaitDays = 60
/** Months from today within which a pause ends. */
export const longestPauseMonths = 12
/** Minutes within which a change can be undone. */
export const undoMinutes = 10

/** Every precondition of a change: its name and the sentence that the member reads. */
const sentences = {
  'not-active': 'This is possible while the subscription is active.',
  'not-paused': 'This subscription is not paused.',
  'has-ended': 'This subscription has ended. You can start it again.',
  'has-not-ended': 'This subscription has not ended.',
  'charge-in-hand': 'A payment for this subscription is being confirmed. Kindly try again in a few minutes.',
  'skipped-enough': `${mostSkips} orders in a row are skipped already. You can pause instead, for as long as you like.`,
  'nothing-skipped': 'No order is skipped that could be brought back.',
  'last-item': 'Nothing else comes with that order. You can skip the whole of it.',
  'last-order': 'It is the last order of this subscription: no order comes after it.',
  'nothing-held': 'Everything comes with the next order.',
  'nothing-added': 'Nothing is added to the next order.',
  'date-not-ahead': 'Kindly choose a day after today.',
  'date-too-far': `Kindly choose an earlier day: an order waits at most ${longestWaitDays} days longer than its box lasts.`,
  'pause-too-long': `Kindly choose a day within the next ${longestPauseMonths} months, or pause without a day.`,
  'nothing-changes': 'This is how it is already.',
  'not-a-refill': 'Subscriptions hold refills; this product is not one.',
  'no-such-frequency': 'This product does not come at that frequency.',
  'not-an-add-on': 'This product cannot be added to a single order.',
  'box-full': `At most ${mostAddOns} different things can be added to one order.`,
  'undo-over': `A change can be undone for ${undoMinutes} minutes.`,
  'changed-since': 'Something else has changed since, so this can no longer be undone.',
  'order-shipped': 'The order has shipped or was canceled, so this cannot be undone.',
  'order-not-placed': 'The order could not be placed and nothing was charged. Kindly try again.',
  'card-missing': lostSentence('card'),
  'address-missing': lostSentence('address'),
  'plan-missing': lostSentence('plan'),
  'request-used': 'This request was used for another change. Kindly start again.',
} as const satisfies Record<string, string>

export type ActionRefusal = keyof typeof sentences

export const refusalSentence = (reason: ActionRefusal): string => sentences[reason]

/** ACTION_NOT_ALLOWED with the reason's name as data and its sentence. */
export const actionRefused = (reason: ActionRefusal): ShopError =>
  new ShopError('ACTION_NOT_ALLOWED', { detail: sentences[reason], data: { reason } })

const stateRefusal = (action: MemberAction, state: SubscriptionState): ActionRefusal | null => {
  if (isAllowed(action, state)) return null
  if (action === 'reactivate') return 'has-not-ended'
  if (!isAllowed('cancel', state)) return 'has-ended'
  return action === 'resume' ? 'not-paused' : 'not-active'
}

/** The last skipped cycle, when the dates are still those it was skipped on and its date lies ahead. */
export const restorableSkip = (
  steering: Steering,
  today: Temporal.PlainDate,
): Steering['skipped'][number] | null => {
  const last = steering.skipped.at(-1)
  if (!last || last.number >= steering.nextCycle) return null
  if (cycleDate(rhythmOf(steering), last.number).toString() !== last.on) return null
  return last.on > today.toString() ? last : null
}

export interface ActionFacts {
  readonly steering: Steering
  readonly today: Temporal.PlainDate
  /** A cycle is being charged, or nobody knows yet what became of its charge. */
  readonly chargeInHand: boolean
  /** Left out, everything that it needs is there. */
  readonly lost?: readonly LostRecord[]
}

/** How many items come with the next order. */
const itemsComing = (steering: Steering): number =>
  steering.addOns.filter((addOn) => comesNext(steering, addOn)).length + (ownItemStaysBack(steering) ? 0 : 1)

const itemRefusal = (action: MemberAction, steering: Steering): ActionRefusal | null => {
  if (action === 'skip-item' && itemsComing(steering) < 2) return 'last-item'
  const everything = itemsComing(steering) === steering.addOns.length + 1
  return action === 'unskip-item' && everything ? 'nothing-held' : null
}

/**
 * Why an action is not to be had now, whatever it is asked with; null when it is. Cancelling waits for nothing: a
 * charge in hand ends as it ends, and no other follows.
 */
export const refusalNow = (action: MemberAction, facts: ActionFacts): ActionRefusal | null => {
  const { steering, today, chargeInHand } = facts
  const refused = stateRefusal(action, steering.state)
  if (refused !== null) return refused
  const missing = missingFor(action, facts.lost ?? [])
  if (missing !== null) return `${missing}-missing`
  if (chargeInHand && action !== 'cancel') return 'charge-in-hand'
  if (action === 'skip' && steering.skipped.length >= mostSkips) return 'skipped-enough'
  if (action === 'unskip' && restorableSkip(steering, today) === null) return 'nothing-skipped'
  if (action === 'add-one-time' && steering.addOns.length >= mostAddOns) return 'box-full'
  if (action === 'remove-one-time' && steering.addOns.length === 0) return 'nothing-added'
  return itemRefusal(action, steering)
}
