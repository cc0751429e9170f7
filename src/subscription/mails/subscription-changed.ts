import { longDate } from '#shared/dates.ts'
import { formatPrice, type Cents, type Currency } from '#shared/money.ts'
import {
  cancelOrderLabel,
  chargeMessagesAfter,
  chargeThatCounts,
} from '#subscription/renewal/rules/charge-in-flight.ts'
import type { ChargeDuringChange } from '#subscription/renewal/rules/charge-in-flight.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'

interface SubscriptionChanged {
  /** The member action, or `undo`. */
  readonly action: string
  /** The product of the subscription. */
  readonly name: string
  readonly state: 'active' | 'future' | 'paused' | 'canceled' | 'expired' | 'failed'
  /** Calendar date; null for a pause without an end. */
  readonly pausedUntil: string | null
  /** Null while no order is coming. */
  readonly next: { readonly on: string; readonly totalCents: Cents } | null
  readonly currency: Currency
  /** A renewal charge that was in flight at the change, with its current state; null for none. */
  readonly chargeDuringChange: ChargeDuringChange | null
  readonly manageUrl: string
  /** The page with the button that cancels the order of that charge. */
  readonly cancelOrderUrl: string
}

type ChangeText = Pick<MailDocument, 'subject' | 'preview'> & { readonly text: string }

const changeText = ({ name, state, pausedUntil, chargeDuringChange }: SubscriptionChanged): ChangeText => {
  switch (state) {
    case 'paused': {
      const until = pausedUntil === null ? 'until you resume it' : `until ${longDate(pausedUntil)}`
      const what = chargeThatCounts(chargeDuringChange) === null ? 'Nothing' : 'Nothing else'
      return {
        subject: 'Your subscription is paused',
        preview: `${what} is charged in the meantime.`,
        text: `${name} is paused ${until}. ${what} is charged in the meantime.`,
      }
    }
    case 'future':
      return {
        subject: 'Your subscription starts again',
        preview: 'The date and total of your first order.',
        text: `${name} starts again with the order below. You won’t be charged before then.`,
      }
    case 'active':
      return {
        subject: 'Your subscription is active',
        preview: 'The date and total of your next order.',
        text: `${name} is active.`,
      }
    case 'canceled':
    case 'expired':
    case 'failed':
      return {
        subject: 'Your subscription has ended',
        preview: 'You won’t be charged again.',
        text: `${name} has ended. You won’t be charged again.`,
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

/** The order that was being charged, and the page on which it can be canceled: mail programs open links by themselves. */
const chargeBlocks = ({ action, chargeDuringChange, cancelOrderUrl }: SubscriptionChanged): MailBlock[] => {
  const messages = chargeMessagesAfter(action, chargeDuringChange)
  if (messages.length === 0 || chargeDuringChange === null) return []
  const paragraph = { kind: 'paragraph', text: messages.join(' ') } as const
  return chargeDuringChange.canCancelOrder
    ? [paragraph, { kind: 'button', label: cancelOrderLabel(chargeDuringChange), href: cancelOrderUrl }]
    : [paragraph]
}

/** The mail after a pause, its end, a new start, or the undoing of one: what holds now and when money is next taken. */
export const subscriptionChanged = (facts: SubscriptionChanged): MailDocument => {
  const { subject, preview, text } = changeText(facts)
  return {
    subject,
    preview,
    heading: `${subject}.`,
    blocks: [
      { kind: 'paragraph', text },
      ...chargeBlocks(facts),
      ...nextRows(facts),
      { kind: 'button', label: 'Your subscriptions', href: facts.manageUrl },
    ],
  }
}
