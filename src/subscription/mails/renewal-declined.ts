import { longDate } from '#shared/dates.ts'
import { formatPrice, type Cents, type Currency } from '#shared/money.ts'
import type { MailDocument } from '#platform/mail-document.ts'
import { cardValues } from '#order/mails/order-parts.ts'
import type { Locale } from '#shared/locale.ts'
import { subscriptionMailsMessages } from '../messages/subscription-mails-messages.ts'

interface MailedCard {
  readonly brand: string
  readonly last4: string
}

interface RenewalDeclined {
  /** The product of the subscription. */
  readonly name: string
  readonly amountCents: Cents
  readonly currency: Currency
  /** The one that was declined. */
  readonly card: MailedCard | null
  /** The one that pays next, if that is another one; null for the same. */
  readonly nextCard: MailedCard | null
  /** What is wrong, in a sentence. */
  readonly problem: string
  /** The bank wants the member to confirm the card. */
  readonly asksToConfirm: boolean
  /** Calendar date of the next attempt; null when none comes. */
  readonly nextAttemptOn: string | null
  /** Of the subscription now. */
  readonly state: string
  /** Opens without signing in. */
  readonly updateCardUrl: string
  readonly linkDays: number
}

const nextStepText = (facts: RenewalDeclined, locale: Locale): string => {
  const { nextAttemptOn, nextCard, state, asksToConfirm } = facts
  const t = subscriptionMailsMessages.in(locale)
  if (nextAttemptOn !== null)
    return t('declinedRetry', { day: longDate(nextAttemptOn, locale), ...cardValues(nextCard) })
  return t('declinedNoRetry', { confirm: asksToConfirm ? 'yes' : 'no', state })
}

/** The mail when a renewal's card was refused: nothing was charged and nothing shipped. */
export const renewalDeclined = (facts: RenewalDeclined, locale: Locale): MailDocument => {
  const { name, card, asksToConfirm } = facts
  const t = subscriptionMailsMessages.in(locale)
  const amount = formatPrice(facts.amountCents, facts.currency, locale)
  return {
    locale,
    subject: t('declinedSubject'),
    preview: t('declinedPreview'),
    heading: asksToConfirm ? t('declinedConfirmHeading') : t('declinedHeading'),
    blocks: [
      { kind: 'paragraph', text: t('declinedText', { ...cardValues(card), amount, name }) },
      { kind: 'paragraph', text: `${facts.problem} ${nextStepText(facts, locale)}` },
      {
        kind: 'button',
        label: asksToConfirm ? t('declinedConfirm') : t('declinedOtherCard'),
        href: facts.updateCardUrl,
      },
      { kind: 'paragraph', text: t('declinedLink', { count: facts.linkDays }) },
    ],
  }
}
