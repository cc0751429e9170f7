import { longDate } from '#shared/dates.ts'
import { chargeMessages, cancelOrderLabel } from '#subscription/renewal/rules/charge-in-flight.ts'
import type { ChargeDuringChange } from '#subscription/renewal/rules/charge-in-flight.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'

interface SubscriptionCanceled {
  /** The product of the subscription. */
  readonly name: string
  /** Calendar date. */
  readonly canceledOn: string
  /** A renewal charge that was in flight at the cancellation, with its current state; null for none. */
  readonly chargeDuringChange: ChargeDuringChange | null
  readonly manageUrl: string
  /** The page with the button that cancels the order of that charge too. */
  readonly cancelOrderUrl: string
}

/** The button links to the page that cancels the order: mail programs open links by themselves. */
const cancelOrderBlocks = (charge: ChargeDuringChange | null, href: string): readonly MailBlock[] =>
  charge?.canCancelOrder ? [{ kind: 'button', label: cancelOrderLabel(charge), href }] : []

/** The confirmation that a subscription was canceled, at once and in writing. */
export const subscriptionCanceled = ({
  name,
  canceledOn,
  chargeDuringChange,
  manageUrl,
  cancelOrderUrl,
}: SubscriptionCanceled): MailDocument => ({
  subject: 'Your subscription is canceled',
  preview: chargeMessages(chargeDuringChange)[0] ?? '',
  heading: 'Your subscription is canceled.',
  blocks: [
    {
      kind: 'paragraph',
      text: `${name} was canceled on ${longDate(canceledOn)}. ${chargeMessages(chargeDuringChange).join(' ')}`,
    },
    ...cancelOrderBlocks(chargeDuringChange, cancelOrderUrl),
    {
      kind: 'paragraph',
      text: 'Orders you already placed are still on their way. You can start again at any time.',
    },
    { kind: 'button', label: 'Your subscriptions', href: manageUrl },
  ],
})
