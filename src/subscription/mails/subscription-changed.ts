import { longDate } from '#shared/dates.ts'
import { formatPrice, type Cents, type Currency } from '#shared/money.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'

interface SubscriptionChanged {
  /** The product of the subscription. */
  readonly name: string
  readonly state: 'active' | 'future' | 'paused' | 'canceled' | 'expired' | 'failed'
  /** Calendar date; null for a pause without an end. */
  readonly pausedUntil: string | null
  /** Null while no order is coming. */
  readonly next: { readonly on: string; readonly totalCents: Cents } | null
  readonly currency: Currency
  readonly manageUrl: string
}

type ChangeText = Pick<MailDocument, 'subject' | 'preview'> & { readonly text: string }

const changeText = ({ name, state, pausedUntil }: SubscriptionChanged): ChangeText => {
  switch (state) {
    case 'paused': {
      const until = pausedUntil === null ? 'until you resume it' : `until ${longDate(pausedUntil)}`
      return {
        subject: 'Your subscription is paused',
        preview: 'Nothing is charged meanwhile.',
        text: `${name} is paused ${until}. Nothing is charged meanwhile.`,
      }
    }
    case 'future':
      return {
        subject: 'Your subscription starts again',
        preview: 'The day and the sum of your first order.',
        text: `${name} starts again with the order below. Nothing is charged before that day.`,
      }
    case 'active':
      return {
        subject: 'Your subscription is active',
        preview: 'The day and the sum of your next order.',
        text: `${name} is active.`,
      }
    case 'canceled':
    case 'expired':
    case 'failed':
      return {
        subject: 'Your subscription has ended',
        preview: 'Nothing more will be charged.',
        text: `${name} has ended. Nothing more will be charged for it.`,
      }
    default:
      return state satisfies never
  }
}

const nextRows = ({ next, currency }: SubscriptionChanged): MailBlock[] =>
  next === null
    ? []
    : [
        {
          kind: 'rows',
          rows: [
            { label: 'Next order', value: longDate(next.on) },
            { label: 'Total', value: formatPrice(next.totalCents, currency), strong: true },
          ],
        },
      ]

/** The mail after a pause, its end, a new start, or the undoing of one: what holds now and when money is next taken. */
export const subscriptionChanged = (facts: SubscriptionChanged): MailDocument => {
  const { subject, preview, text } = changeText(facts)
  return {
    subject,
    preview,
    heading: `${subject}.`,
    blocks: [
      { kind: 'paragraph', text },
      ...nextRows(facts),
      { kind: 'button', label: 'Your subscriptions', href: facts.manageUrl },
    ],
  }
}
