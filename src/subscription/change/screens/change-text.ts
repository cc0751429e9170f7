import { shortDate } from '#shared/dates.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import {
  chargeMessages,
  chargeMessagesAfter,
  chargeThatCounts,
} from '#subscription/renewal/rules/charge-in-flight.ts'
import { readChargeDuringChange } from '#subscription/renewal/rules/charge-reply.ts'
import type { MemberAction } from '#subscription/record/rules/subscription-state.ts'
import { isMemberAction } from '#subscription/record/screens/member-action.ts'
import { frequencyText } from '#subscription/record/screens/interval-text.ts'
import type { listSubscriptionChanges } from '../choice-endpoints.ts'

export type ChangeRecord = ReplyOf<typeof listSubscriptionChanges>['changes'][number]

const dayText = (on: string | null): string => (on === null ? 'none' : shortDate(on))

const movedText = ({ before, after }: ChangeRecord): string =>
  `from ${dayText(before.next_order_on)} to ${dayText(after.next_order_on)}`

/** Changes that are described by their kind alone. */
const fixedTexts = {
  'order-now': 'Ordered early',
  pause: 'Paused',
  resume: 'Resumed',
  'skip-item': 'Skipped an item in one order',
  'unskip-item': 'Added an item back to its order',
  'add-one-time': 'Added a one-time item',
  'remove-one-time': 'Removed a one-time item',
  'change-address': 'Changed the address',
  'change-payment-method': 'Changed the card',
  'apply-coupon': 'Entered a promo code',
  cancel: 'Canceled',
  reactivate: 'Started again',
} as const satisfies Partial<Record<MemberAction, string>>

const hasFixedText = (action: MemberAction): action is keyof typeof fixedTexts =>
  Object.hasOwn(fixedTexts, action)

const endText = (remaining: number | null): string => {
  if (remaining === null) return 'Removed the end date'
  return remaining === 1 ? 'Set to end with the next order' : `Set to end after ${remaining} more orders`
}

/** The order that was being charged was skipped, and not the one after it. */
const skipsCharged = ({ before, after, charge_in_flight: charge }: ChangeRecord): boolean =>
  charge !== null && before.next_order_on === after.next_order_on

/** What a change did, as a line of the history. */
export const changeText = (change: ChangeRecord): string => {
  const { action, before, after, charge_in_flight: charge } = change
  if (!isMemberAction(action)) return 'Changed'
  if (hasFixedText(action)) return fixedTexts[action]
  switch (action) {
    case 'skip':
      return `Skipped your ${dayText(skipsCharged(change) ? (charge?.on ?? null) : before.next_order_on)} order`
    case 'unskip':
      return `Your ${dayText(after.next_order_on)} order is back on`
    case 'move':
      return `Moved your next order ${movedText(change)}`
    case 'swap':
      return `Swapped ${before.plan_name} for ${after.plan_name}`
    case 'change-quantity':
      return `Changed the quantity from ${before.quantity} to ${after.quantity}`
    case 'change-frequency':
      return `Changed from ${frequencyText(before.interval_months)} to ${frequencyText(after.interval_months)}`
    case 'set-end':
      return endText(after.remaining_orders)
    default:
      return action satisfies never
  }
}

/** Changes whose text does not say when the next order comes. */
const leavesDateOpen = ['skip', 'order-now', 'resume', 'change-frequency', 'reactivate']

/** What is true of the money of a charge that was under way at a change; empty when none was. */
export const chargeTextOf = ({ action, charge_in_flight: reply }: ChangeRecord): string => {
  const charge = readChargeDuringChange(reply)
  if (chargeThatCounts(charge) === null) return ''
  return (action === 'cancel' ? chargeMessages(charge) : chargeMessagesAfter(action, charge)).join(' ')
}

/** What follows from a change that was just made, as a second sentence; `nextOn` is the order that comes now. */
export const consequenceText = (
  { action, after, charge_in_flight: reply }: ChangeRecord,
  nextOn: string | null,
): string => {
  const counting = chargeThatCounts(readChargeDuringChange(reply))
  if (action === 'cancel')
    return counting === null
      ? 'Nothing more will ship, and you won’t be charged again. We emailed you a confirmation.'
      : 'You won’t get any more orders. We emailed you a confirmation.'
  if (after.state === 'paused')
    return counting === null
      ? 'Nothing ships and you won’t be charged until you resume.'
      : 'No more orders ship and you won’t be charged again until you resume.'
  return nextOn === null || !leavesDateOpen.includes(action)
    ? ''
    : `Your next order is on ${shortDate(nextOn)}.`
}
