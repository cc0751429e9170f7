import { longDate } from '#shared/dates.ts'
import type { WireRange } from '#shared/date-range.ts'
import { formatPrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'
import { linkBlock, linkTo } from '#platform/mail-sentence.ts'
import type { Locale } from '#shared/locale.ts'
import { subscriptionMailsMessages } from '../messages/subscription-mails-messages.ts'
import { arrivalBlocks } from '#shipment/mails/shipment-mails.ts'
import { invoiceBlocks, paymentValues, totalRows, cardValues } from '#order/mails/order-parts.ts'
import type { MailedInvoice, MailedOrder } from '#order/mails/order-parts.ts'

interface RenewalCharged {
  readonly order: MailedOrder
  readonly invoice: MailedInvoice
  /** Calendar date of the charge. */
  readonly chargedOn: string
  /** Calendar date of the next one; null when the subscription has ended since. */
  readonly nextOn: string | null
  /** As far as is known. */
  readonly arrives: WireRange | null
  /** It was the last order of a subscription that ended with it. */
  readonly hasExpired: boolean
  readonly manageUrl: string
}

const nextOrderText = (
  { nextOn, hasExpired }: Pick<RenewalCharged, 'nextOn' | 'hasExpired'>,
  locale: Locale,
): string => {
  const t = subscriptionMailsMessages.in(locale)
  if (hasExpired) return t('chargedLast')
  return nextOn === null ? t('chargedNoNext') : t('chargedNext', { day: longDate(nextOn, locale) })
}

const manageBlock = (
  { hasExpired, manageUrl }: Pick<RenewalCharged, 'hasExpired' | 'manageUrl'>,
  locale: Locale,
): MailBlock => {
  const key = hasExpired ? 'chargedRestart' : 'chargedManage'
  return linkBlock(subscriptionMailsMessages.in(locale).rich(key, { link: linkTo(manageUrl) }))
}

/** The mail after a renewal: what was charged, for what, and until when and how it can be stopped. */
export const renewalCharged = (
  { order, invoice, chargedOn, arrives, ...after }: RenewalCharged,
  locale: Locale,
): MailDocument => {
  const t = subscriptionMailsMessages.in(locale)
  const { number } = order
  const total = formatPrice(order.totals.totalCents, order.currency, locale)
  const day = longDate(chargedOn, locale)
  const next = nextOrderText(after, locale)
  return {
    locale,
    subject: after.hasExpired ? t('chargedEnded', { number }) : t('chargedSubject', { number }),
    preview: t('chargedPreview', { total, day, next }),
    heading: after.hasExpired ? t('chargedEndedHeading') : t('chargedHeading'),
    blocks: [
      { kind: 'paragraph', text: t('chargedText', { day, number, ...paymentValues(order, locale) }) },
      ...arrivalBlocks(arrives, locale),
      { kind: 'rows', rows: totalRows(order, locale) },
      ...invoiceBlocks(invoice, locale),
      { kind: 'paragraph', text: next },
      manageBlock(after, locale),
    ],
  }
}

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
