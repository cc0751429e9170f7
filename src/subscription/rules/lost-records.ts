import type { MemberAction } from './subscription-state.ts'

/** A record that a subscription needs and that is not there, or is not its member's. */
export type LostRecord = 'card' | 'address' | 'plan'

const messages = {
  card: 'The card of this subscription is missing in our records. Nothing is charged and nothing ships until you choose another one.',
  address:
    'The address of this subscription is missing in our records. Nothing is charged and nothing ships until you enter one.',
  plan: 'The product of this subscription is missing in our records. Nothing is charged and nothing ships. Kindly write to us, or cancel it.',
} as const satisfies Record<LostRecord, string>

/** What the member is told of it. */
export const lostRecordMessage = (record: LostRecord): string => messages[record]

const withoutAddress: readonly MemberAction[] = ['change-address', 'cancel']

// With no card nothing can be charged at once; what is changed for later holds.
const chargesAtOnce: readonly MemberAction[] = ['order-now', 'reactivate']

/** The record without which an action is not to be had; null when it is. Whoever wants to leave always can. */
export const missingRecordFor = (action: MemberAction, lost: readonly LostRecord[]): LostRecord | null => {
  if (lost.includes('plan') && action !== 'cancel') return 'plan'
  if (lost.includes('address') && !withoutAddress.includes(action)) return 'address'
  return lost.includes('card') && chargesAtOnce.includes(action) ? 'card' : null
}
