import { longDate } from '#shared/dates.ts'
import { chargeMessages, cancelOrderLabel } from '#subscription/renewal/rules/charge-in-flight.ts'
import type { ChargeDuringChange } from '#subscription/renewal/rules/charge-in-flight.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'
import type { Locale } from '#shared/locale.ts'
import { subscriptionMailsMessages } from '../messages/subscription-mails-messages.ts'

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
const cancelOrderBlocks = (
  charge: ChargeDuringChange | null,
  href: string,
  locale: Locale,
): readonly MailBlock[] =>
  charge?.canCancelOrder ? [{ kind: 'button', label: cancelOrderLabel(charge, locale), href }] : []

/** The confirmation that a subscription was canceled, at once and in writing. */
export const subscriptionCanceled = (facts: SubscriptionCanceled, locale: Locale): MailDocument => {
  const { name, canceledOn, chargeDuringChange, manageUrl, cancelOrderUrl } = facts
  const t = subscriptionMailsMessages.in(locale)
  const charges = chargeMessages(chargeDuringChange, locale)
  const day = longDate(canceledOn, locale)
  return {
    locale,
    subject: t('canceledSubject'),
    preview: charges[0] ?? '',
    heading: `${t('canceledSubject')}.`,
    blocks: [
      { kind: 'paragraph', text: t('canceledText', { name, day, charges: charges.join(' ') }) },
      ...cancelOrderBlocks(chargeDuringChange, cancelOrderUrl, locale),
      { kind: 'paragraph', text: t('canceledStillComing') },
      { kind: 'button', label: t('yourSubscriptions'), href: manageUrl },
    ],
  }
}
