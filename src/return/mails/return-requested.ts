import { refundTargetText } from '#pricing/rules/refund-target.ts'
import type { RefundTarget } from '#pricing/rules/refund-target.ts'
import { brand } from '#shared/brand.ts'
import { longDate } from '#shared/dates.ts'
import { formatPrice, type Cents, type Currency } from '#shared/money.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'
import type { Locale } from '#shared/locale.ts'
import { returnMailsMessages } from '../messages/return-mails-messages.ts'

/** What the mails of a return say. */
export interface ReturnFacts {
  readonly orderNumber: string
  readonly returnNumber: string
  readonly lines: readonly { readonly name: string; readonly quantity: number }[]
  readonly refundCents: Cents
  readonly refundTo: RefundTarget
  readonly currency: Currency
  /** Where it goes, line by line. */
  readonly address: readonly string[]
  /** The last day on which it can be sent, as `2031-03-05`. */
  readonly sendBy: string
  /** The prepaid label; `refused` when the carrier sells none, null when the buyer pays for the way. */
  readonly label: { readonly href: string } | 'refused' | null
  /** Whether there was a label once. */
  readonly hadLabel: boolean
  /** The message to its buyer about the contents of the package; null for none. */
  readonly message: string | null
}

/** How the package goes back: with the shop's label, or by the buyer's choice. */
export const labelBlocks = ({ label }: Pick<ReturnFacts, 'label'>, locale: Locale): readonly MailBlock[] => {
  const t = returnMailsMessages.in(locale)
  if (label === null) return [{ kind: 'paragraph', text: t('carrierOfChoice') }]
  if (label === 'refused')
    return [{ kind: 'paragraph', text: t('labelRefused', { email: brand.supportEmail }) }]
  return [
    { kind: 'paragraph', text: t('labelNote') },
    { kind: 'button', label: t('openLabel'), href: label.href },
  ]
}

/** What is in the return, by line. */
export const returnRows = ({ lines }: Pick<ReturnFacts, 'lines'>): MailBlock => ({
  kind: 'rows',
  rows: lines.map(({ name, quantity }) => ({ label: name, value: `× ${quantity}` })),
})

/** What is refunded when it has arrived. */
export const refundText = (
  { refundCents, currency, refundTo }: Pick<ReturnFacts, 'refundCents' | 'currency' | 'refundTo'>,
  locale: Locale,
): string =>
  returnMailsMessages.in(locale)('willRefund', {
    amount: formatPrice(refundCents, currency, locale),
    target: refundTargetText(refundTo, locale),
  })

/** The mail with the instructions of a return. */
export const returnRequested = (facts: ReturnFacts, locale: Locale): MailDocument => {
  const { orderNumber: order, returnNumber: number } = facts
  const t = returnMailsMessages.in(locale)
  return {
    locale,
    subject: t('requestedSubject', { number }),
    preview: t('howToHeading'),
    heading: t('howToHeading'),
    blocks: [
      {
        kind: 'paragraph',
        text: t('requestedText', { order, number, day: longDate(facts.sendBy, locale) }),
      },
      returnRows(facts),
      ...labelBlocks(facts, locale),
      { kind: 'section', title: t('shipsTo') },
      { kind: 'lines', lines: facts.address },
      { kind: 'paragraph', text: `${refundText(facts, locale)} ${t('subscriptionContinues')}` },
    ],
  }
}
