import type { MemberAction } from './subscription-state.ts'

/** A record that a subscription needs and that is missing, or does not belong to its member. */
export type LostRecord = 'card' | 'address' | 'plan'

const messages = {
  card: 'The card for this subscription is missing from our records. You won’t be charged and nothing ships until you choose another card.',
  address:
    'The address for this subscription is missing from our records. You won’t be charged and nothing ships until you enter one.',
  plan: 'The product for this subscription is missing from our records. You won’t be charged and nothing ships. Please contact us or cancel it.',
} as const satisfies Record<LostRecord, string>

/** The message to the member. */
export const lostRecordMessage = (record: LostRecord): string => messages[record]

const withoutAddress: readonly MemberAction[] = ['change-address', 'cancel']

// Without a card nothing can be charged at once; changes for later remain possible.
const chargesAtOnce: readonly MemberAction[] = ['order-now', 'reactivate']

/** The missing record that makes an action unavailable; null when it is available. Canceling is always possible. */
export const missingRecordFor = (action: MemberAction, lost: readonly LostRecord[]): LostRecord | null => {
  if (lost.includes('plan') && action !== 'cancel') return 'plan'
  if (lost.includes('address') && !withoutAddress.includes(action)) return 'address'
  return lost.includes('card') && chargesAtOnce.includes(action) ? 'card' : null
}
