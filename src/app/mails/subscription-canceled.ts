import { longDate } from '#shared/dates.ts'
import { chargeSentences } from '#subscription/rules/charge-in-hand.ts'
import type { ChargeBeside } from '#subscription/rules/charge-in-hand.ts'
import type { MailDocument } from './mail-document.ts'

interface SubscriptionCanceled {
  /** What the subscription was for. */
  readonly name: string
  /** Calendar date. */
  readonly canceledOn: string
  /** A renewal that was being charged when it was canceled, as it stands; null for none. */
  readonly chargeBeside: ChargeBeside | null
  readonly manageUrl: string
}

/** The confirmation that a subscription has ended, at once and in writing. */
export const subscriptionCanceled = ({
  name,
  canceledOn,
  chargeBeside,
  manageUrl,
}: SubscriptionCanceled): MailDocument => ({
  subject: 'Your subscription is canceled',
  preview: chargeSentences(chargeBeside)[0] ?? '',
  heading: 'Your subscription is canceled.',
  blocks: [
    {
      kind: 'paragraph',
      text: `${name} was canceled on ${longDate(canceledOn)}. ${chargeSentences(chargeBeside).join(' ')}`,
    },
    {
      kind: 'paragraph',
      text: 'An order that was placed before is still on its way to you. You can start again whenever you like.',
    },
    { kind: 'button', label: 'Your subscriptions', href: manageUrl },
  ],
})
