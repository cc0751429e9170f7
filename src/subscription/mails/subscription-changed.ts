import { longDate } from '#shared/dates.ts'
import { formatPrice, type Cents, type Currency } from '#shared/money.ts'
import {
  cancelOrderLabel,
  chargeMessagesAfter,
  chargeThatCounts,
} from '#subscription/renewal/rules/charge-in-flight.ts'
import type { ChargeDuringChange } from '#subscription/renewal/rules/charge-in-flight.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'
import type { Locale } from '#shared/locale.ts'
import { subscriptionMailsMessages } from '../messages/subscription-mails-messages.ts'

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

const pausedText = (
  { name, pausedUntil, chargeDuringChange }: SubscriptionChanged,
  locale: Locale,
): ChangeText => {
  const t = subscriptionMailsMessages.in(locale)
  const nothing = t('nothing', { other: chargeThatCounts(chargeDuringChange) === null ? 'no' : 'yes' })
  const until = pausedUntil === null ? 'none' : longDate(pausedUntil, locale)
  return { subject: t('pausedSubject'), preview: nothing, text: t('pausedText', { name, until, nothing }) }
}

const changeText = (facts: SubscriptionChanged, locale: Locale): ChangeText => {
  const t = subscriptionMailsMessages.in(locale)
  const { name, state } = facts
  switch (state) {
    case 'paused':
      return pausedText(facts, locale)
    case 'future':
      return { subject: t('startsSubject'), preview: t('startsPreview'), text: t('startsText', { name }) }
    case 'active':
      return { subject: t('activeSubject'), preview: t('activePreview'), text: t('activeText', { name }) }
    case 'canceled':
    case 'expired':
    case 'failed':
      return { subject: t('endedSubject'), preview: t('endedPreview'), text: t('endedText', { name }) }
    default:
      return state satisfies never
  }
}

const nextRows = ({ next, currency }: SubscriptionChanged, locale: Locale): MailBlock[] => {
  if (next === null) return []
  const t = subscriptionMailsMessages.in(locale)
  return [
    {
      kind: 'rows',
      rows: [
        { label: t('nextOrder'), value: longDate(next.on, locale) },
        { label: t('total'), value: formatPrice(next.totalCents, currency, locale), strong: true },
      ],
    },
  ]
}

/** The order that was being charged, and the page on which it can be canceled: mail programs open links by themselves. */
const chargeBlocks = (
  { action, chargeDuringChange, cancelOrderUrl }: SubscriptionChanged,
  locale: Locale,
): MailBlock[] => {
  const messages = chargeMessagesAfter(action, chargeDuringChange, locale)
  if (messages.length === 0 || chargeDuringChange === null) return []
  const paragraph = { kind: 'paragraph', text: messages.join(' ') } as const
  const label = cancelOrderLabel(chargeDuringChange, locale)
  return chargeDuringChange.canCancelOrder
    ? [paragraph, { kind: 'button', label, href: cancelOrderUrl }]
    : [paragraph]
}

/** The mail after a pause, its end, a new start, or the undoing of one: what holds now and when money is next taken. */
export const subscriptionChanged = (facts: SubscriptionChanged, locale: Locale): MailDocument => {
  const { subject, preview, text } = changeText(facts, locale)
  return {
    locale,
    subject,
    preview,
    heading: `${subject}.`,
    blocks: [
      { kind: 'paragraph', text },
      ...chargeBlocks(facts, locale),
      ...nextRows(facts, locale),
      {
        kind: 'button',
        label: subscriptionMailsMessages.in(locale)('yourSubscriptions'),
        href: facts.manageUrl,
      },
    ],
  }
}
