import { longDate } from '#shared/dates.ts'
import { formatPrice, type Cents, type Currency } from '#shared/money.ts'
import type { MailBlock, MailDocument } from './mail-document.ts'

interface SubscriptionChanged {
  /** What the subscription is for. */
  readonly name: string
  readonly state: 'active' | 'paused'
  /** Calendar date; null for a pause without an end. */
  readonly pausedUntil: string | null
  /** Null while no order is coming. */
  readonly next: { readonly on: string; readonly totalCents: Cents } | null
  readonly currency: Currency
  readonly manageUrl: string
}

const pausedText = ({ name, pausedUntil }: SubscriptionChanged): string =>
  pausedUntil === null
    ? `${name} is paused until you resume it. Nothing is charged meanwhile.`
    : `${name} is paused until ${longDate(pausedUntil)}. Nothing is charged meanwhile.`

/** The mail after a pause, its end, and a new start: what holds now and when money is next taken. */
export const subscriptionChanged = (facts: SubscriptionChanged): MailDocument => {
  const paused = facts.state === 'paused'
  const heading = paused ? 'Your subscription is paused.' : 'Your subscription is active.'
  const next: MailBlock[] =
    facts.next === null
      ? []
      : [
          {
            kind: 'rows',
            rows: [
              { label: 'Next order', value: longDate(facts.next.on) },
              { label: 'Total', value: formatPrice(facts.next.totalCents, facts.currency), strong: true },
            ],
          },
        ]
  return {
    subject: paused ? 'Your subscription is paused' : 'Your subscription is active',
    preview: paused ? 'Nothing is charged meanwhile.' : 'The day and the sum of your next order.',
    heading,
    blocks: [
      { kind: 'paragraph', text: paused ? pausedText(facts) : `${facts.name} is active.` },
      ...next,
      { kind: 'button', label: 'Your subscriptions', href: facts.manageUrl },
    ],
  }
}
