import { longDate } from '#shared/dates.ts'
import type { MailDocument } from './mail-document.ts'

interface SubscriptionCanceled {
  /** What the subscription was for. */
  readonly name: string
  /** Calendar date. */
  readonly canceledOn: string
  readonly manageUrl: string
}

/** The confirmation that a subscription has ended, at once and in writing. */
export const subscriptionCanceled = ({
  name,
  canceledOn,
  manageUrl,
}: SubscriptionCanceled): MailDocument => ({
  subject: 'Your subscription is canceled',
  preview: 'Nothing more will be charged.',
  heading: 'Your subscription is canceled.',
  blocks: [
    {
      kind: 'paragraph',
      text: `${name} was canceled on ${longDate(canceledOn)}. Nothing more will be charged for it.`,
    },
    {
      kind: 'paragraph',
      text: 'An order that was placed before is still on its way to you. You can start again whenever you like.',
    },
    { kind: 'button', label: 'Your subscriptions', href: manageUrl },
  ],
})
