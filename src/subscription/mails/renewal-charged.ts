import { longDate } from '#shared/dates.ts'
import type { WireRange } from '#shared/date-range.ts'
import { formatPrice } from '#shared/money.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'
import { linkBlock, linkTo } from '#platform/mail-sentence.ts'
import type { Locale } from '#shared/locale.ts'
import { subscriptionMailsMessages } from '../messages/subscription-mails-messages.ts'
import { arrivalBlocks } from '#shipment/mails/shipment-mails.ts'
import {
  invoiceBlocks,
  paymentValues,
  totalRows,
  type MailedInvoice,
  type MailedOrder,
} from '#order/mails/order-parts.ts'

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
