import { ShopError } from '#shared/errors.ts'
import { lostRecordMessage, missingRecordFor } from './lost-records.ts'
import type { LostRecord } from './lost-records.ts'
import { isAllowed } from './subscription-state.ts'
import type { MemberAction, SubscriptionState } from './subscription-state.ts'
import { isInNextOrder, skipsOwnItem, billingScheduleOf } from './subscription-terms.ts'
import type { SubscriptionTerms } from './subscription-terms.ts'
import { cycleDate } from './billing-schedule.ts'

/** The most orders in a row that can be skipped; for longer breaks there is the pause. */
export const maxSkips = 3
/** Most different things that come once with one order. */
const maxAddOns = 5
/** Days by which an order may wait longer than its box lasts. */
export const maxWaitDays = 60
/** Months from today within which a pause ends. */
export const maxPauseMonths = 12
/** Minutes within which a change can be undone. */
export const undoMinutes = 10

/** Every precondition of a change: its name and the sentence that the member reads. */
const messages = {
  'not-active': 'This is only possible while the subscription is active.',
  'not-paused': 'This subscription is not paused.',
  'has-ended': 'This subscription has ended. You can start it again.',
  'has-not-ended': 'This subscription has not ended.',
  'charge-in-flight':
    'A payment for this subscription is being confirmed. Please try again in a few minutes.',
  'skipped-enough': `${maxSkips} orders in a row are already skipped. You can pause instead, for as long as you like.`,
  'nothing-skipped': 'There is no skipped order to add back.',
  'last-item': 'That order has no other items. You can skip the whole order.',
  'last-order': 'This is the last order of this subscription.',
  'nothing-held': 'All items already ship with the next order.',
  'nothing-added': 'The next order has no one-time items.',
  'date-not-ahead': 'Please choose a date after today.',
  'date-too-far': `Please choose an earlier date. An order can wait up to ${maxWaitDays} days longer than your supply lasts.`,
  'pause-too-long': `Please choose a date within the next ${maxPauseMonths} months, or pause without a date.`,
  'nothing-changes': 'This is already the current setting.',
  'not-a-refill': 'Only refills can be swapped into a subscription.',
  'no-such-frequency': 'This product isn’t available at that frequency.',
  'not-an-add-on': 'This product can’t be added one time.',
  'box-full': `You can add up to ${maxAddOns} different items to one order.`,
  'undo-over': `A change can be undone for ${undoMinutes} minutes.`,
  'changed-since': 'Something else has changed since then, so this can no longer be undone.',
  'order-shipped': 'The order was packed, shipped or canceled, so this can’t be undone.',
  'order-declined':
    'The order that was being charged was declined, and undoing this would charge it again. You can start the subscription again instead.',
  'order-settled': 'That payment is complete, so this can no longer be undone. You can order at any time.',
  'order-not-placed': 'The order could not be placed and nothing was charged. Please try again.',
  'card-missing': lostRecordMessage('card'),
  'card-replaced': 'A card that you chose later pays this subscription.',
  'address-missing': lostRecordMessage('address'),
  'plan-missing': lostRecordMessage('plan'),
  'payment-disputed':
    'Your bank has asked us about a payment for this subscription. We won’t charge you until that is resolved. Please contact us if you have questions.',
  'request-used': 'This request was used for another change. Please start again.',
} as const satisfies Record<string, string>

export type ActionRefusal = keyof typeof messages

export const actionRefusalMessage = (reason: ActionRefusal): string => messages[reason]

/** ACTION_NOT_ALLOWED with the reason's name as data and its sentence. */
export const actionRefused = (reason: ActionRefusal): ShopError =>
  new ShopError('ACTION_NOT_ALLOWED', { detail: messages[reason], data: { reason } })

const stateRefusal = (action: MemberAction, state: SubscriptionState): ActionRefusal | null => {
  if (isAllowed(action, state)) return null
  if (action === 'reactivate') return 'has-not-ended'
  if (!isAllowed('cancel', state)) return 'has-ended'
  return action === 'resume' ? 'not-paused' : 'not-active'
}

/** The last skipped cycle, if the dates did not change since and its date is in the future. */
export const restorableSkip = (
  terms: SubscriptionTerms,
  today: Temporal.PlainDate,
): SubscriptionTerms['skipped'][number] | null => {
  const last = terms.skipped.at(-1)
  if (!last || last.number >= terms.nextCycle) return null
  if (cycleDate(billingScheduleOf(terms), last.number).toString() !== last.on) return null
  return last.on > today.toString() ? last : null
}

export interface ActionFacts {
  readonly terms: SubscriptionTerms
  readonly today: Temporal.PlainDate
  /** A cycle is being charged, or the result of its charge is unknown. */
  readonly hasChargeInFlight: boolean
  /** That charge; if missing, none that is paid by the link of a mail. */
  readonly chargeInFlight?: { readonly order: { readonly isByLink: boolean } } | null
  /** `terms` are those after the order of that charge. */
  readonly isPastCharge?: boolean
  /** If missing, all needed records exist. */
  readonly lost?: readonly LostRecord[]
  /** A bank disputes one of its payments. */
  readonly isStopped?: boolean
}

/** What makes a subscription charge again. */
const chargingActions: readonly MemberAction[] = ['order-now', 'resume', 'reactivate']

/** How many items come with the next order. */
const nextOrderItemCount = (terms: SubscriptionTerms): number =>
  terms.addOns.filter((addOn) => isInNextOrder(terms, addOn)).length + (skipsOwnItem(terms) ? 0 : 1)

const itemRefusal = (action: MemberAction, terms: SubscriptionTerms): ActionRefusal | null => {
  if (action === 'skip-item' && nextOrderItemCount(terms) < 2) return 'last-item'
  const isComplete = nextOrderItemCount(terms) === terms.addOns.length + 1
  return action === 'unskip-item' && isComplete ? 'nothing-held' : null
}

/** Possible during every charge: no other order follows, or those after it go elsewhere. */
const actionsDuringCharge: readonly MemberAction[] = ['cancel', 'change-address']

/** These charge a card at once, or wait until the charge is settled (`waiting_card`). */
const actionsAfterCharge: readonly MemberAction[] = ['order-now', 'reactivate', 'change-payment-method']

const isBlockedByCharge = (
  action: MemberAction,
  { hasChargeInFlight, isPastCharge = false }: ActionFacts,
): boolean => {
  if (!hasChargeInFlight || actionsDuringCharge.includes(action)) return false
  return !isPastCharge || actionsAfterCharge.includes(action)
}

/** Why an action is not available now, for any input; null when it is available. */
export const currentRefusal = (action: MemberAction, facts: ActionFacts): ActionRefusal | null => {
  const { terms, today } = facts
  const stateReason = stateRefusal(action, terms.state)
  // Once its owed order is paid, it has not ended.
  if (stateReason === 'has-ended' && facts.chargeInFlight?.order.isByLink === true) return 'charge-in-flight'
  if (stateReason !== null) return stateReason
  const missingRecord = missingRecordFor(action, facts.lost ?? [])
  if (missingRecord !== null) return `${missingRecord}-missing`
  if (facts.isStopped === true && chargingActions.includes(action)) return 'payment-disputed'
  if (isBlockedByCharge(action, facts)) return 'charge-in-flight'
  if (action === 'skip' && terms.skipped.length >= maxSkips) return 'skipped-enough'
  if (action === 'unskip' && restorableSkip(terms, today) === null) return 'nothing-skipped'
  if (action === 'add-one-time' && terms.addOns.length >= maxAddOns) return 'box-full'
  if (action === 'remove-one-time' && terms.addOns.length === 0) return 'nothing-added'
  return itemRefusal(action, terms)
}
