import type { ReplyOf } from '#shared/call.ts'
import type { listSubscriptionChanges } from '../calls.ts'
import { chargeSentences } from '../rules/charge-in-hand.ts'
import type { MemberAction } from '../rules/subscription-state.ts'
import { isMemberAction } from './member-action.ts'
import { rhythmWords } from './rhythm-words.ts'
import { shortDate } from './shop-moment.ts'

export type ChangeRecord = ReplyOf<typeof listSubscriptionChanges>['changes'][number]

const day = (on: string | null): string => (on === null ? 'none' : shortDate(on))

const moved = ({ before, after }: ChangeRecord): string =>
  `from ${day(before.next_order_on)} to ${day(after.next_order_on)}`

/** Changes that are told by their kind alone. */
const plainWords = {
  'order-now': 'Ordered at once',
  pause: 'Paused',
  resume: 'Resumed',
  'skip-item': 'Left an item out of one order',
  'unskip-item': 'Brought an item back into its order',
  'add-one-time': 'Added something to one order',
  'remove-one-time': 'Took something out of one order',
  'change-address': 'Changed the address',
  'change-payment-method': 'Changed the card',
  'apply-coupon': 'Entered a promo code',
  cancel: 'Canceled',
  reactivate: 'Started again',
} as const satisfies Partial<Record<MemberAction, string>>

const isPlain = (action: MemberAction): action is keyof typeof plainWords => Object.hasOwn(plainWords, action)

const endChanged = (remaining: number | null): string => {
  if (remaining === null) return 'Took the end away'
  return remaining === 1 ? 'Set to end with the next order' : `Set to end after ${remaining} more orders`
}

/** What a change did, as a line of the history. */
export const changeWords = (change: ChangeRecord): string => {
  const { action, before, after } = change
  if (!isMemberAction(action)) return 'Changed'
  if (isPlain(action)) return plainWords[action]
  switch (action) {
    case 'skip':
      return `Skipped the order of ${day(before.next_order_on)}`
    case 'unskip':
      return `Brought back the order of ${day(after.next_order_on)}`
    case 'move':
      return `Moved the next order ${moved(change)}`
    case 'swap':
      return `Swapped ${before.plan_name} for ${after.plan_name}`
    case 'change-quantity':
      return `Changed the quantity from ${before.quantity} to ${after.quantity}`
    case 'change-frequency':
      return `Changed from ${rhythmWords(before.interval_months)} to ${rhythmWords(after.interval_months)}`
    case 'set-end':
      return endChanged(after.remaining_orders)
    default:
      return action satisfies never
  }
}

/** Changes whose words leave open when the next order comes. */
const leavesDateOpen = ['skip', 'order-now', 'resume', 'change-frequency', 'reactivate']

/** What is true of the money of a charge that was under way at a cancel; empty for any other change. */
export const moneyOfCancel = ({ action, charge_in_hand: charge }: ChangeRecord): string =>
  action === 'cancel' && charge !== null && charge.state !== 'not-charged'
    ? chargeSentences(charge).join(' ')
    : ''

/** What follows from a change that was just made, as a second sentence; `nextOn` is the order that comes now. */
export const consequence = (
  { action, after, charge_in_hand: charge }: ChangeRecord,
  nextOn: string | null,
): string => {
  if (action === 'cancel')
    return charge === null || charge.state === 'not-charged'
      ? 'Nothing more ships and nothing more is charged. We have mailed you a confirmation.'
      : 'No further order comes. We have mailed you a confirmation.'
  if (after.state === 'paused') return 'Nothing ships and nothing is charged until it goes on.'
  return nextOn === null || !leavesDateOpen.includes(action)
    ? ''
    : `The next order is on ${shortDate(nextOn)}.`
}
