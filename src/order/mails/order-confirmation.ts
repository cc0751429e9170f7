import { postalLines } from '#location/rules/postal-codes.ts'
import type { WireRange } from '#shared/date-range.ts'
import { formatPrice } from '#shared/money.ts'
import { longDate } from '#shared/dates.ts'
import { giftBlocks } from '#gift/mails/gift-mails.ts'
import type { MailedGift } from '#gift/mails/gift-mails.ts'
import type { MailBlock, MailDocument } from '#platform/mail-document.ts'
import { linkBlock, linkTo } from '#platform/mail-sentence.ts'
import type { Locale } from '#shared/locale.ts'
import { orderMailsMessages } from '../messages/order-mails-messages.ts'
import { arrivalBlocks } from '#shipment/mails/shipment-mails.ts'
import {
  invoiceBlocks,
  paymentValues,
  subscriptionBlocks,
  totalRows,
  type MailedInvoice,
  type MailedOrder,
  type MailedSubscription,
} from './order-parts.ts'

interface OrderConfirmation {
  readonly order: MailedOrder
  readonly invoice: MailedInvoice
  /** Calendar date of the purchase. */
  readonly placedOn: string
  /** As far as is known; null for a gift. */
  readonly arrives: WireRange | null
  /** The sentences the buyer agreed to, as they were shown. */
  readonly terms: readonly string[]
  readonly subscriptions: readonly MailedSubscription[]
  /** Address of the page on which subscriptions are changed and canceled. */
  readonly manageUrl: string
  /** Address of the page on which an order is canceled and a contract withdrawn from (ruling 16). */
  readonly withdrawUrl: string
  /** The recipient; null when it goes to the buyer. */
  readonly gift: MailedGift | null
}

/** Until when a buyer can cancel: of a gift, its recipient has a say from the claim on. */
const untilOf = (gift: MailedGift | null): string => (gift === null ? 'pack' : 'claim')

const preorderBlocks = ({ lines }: MailedOrder, gift: MailedGift | null, locale: Locale): MailBlock[] => {
  const note = lines.find((line) => line.preorderNote !== null)?.preorderNote
  if (note === undefined || note === null) return []
  const part = lines.every((line) => line.preorderNote !== null) ? 'all' : 'some'
  const text = orderMailsMessages.in(locale)('preorder', { part, note, until: untilOf(gift) })
  return [{ kind: 'paragraph', text }]
}

const shippingAddressBlocks = ({ shipTo }: MailedOrder, locale: Locale): MailBlock[] => [
  { kind: 'section', title: orderMailsMessages.in(locale)('shipsTo') },
  { kind: 'lines', lines: postalLines(shipTo, locale) },
]

const termsBlocks = ({ terms }: OrderConfirmation, locale: Locale): MailBlock[] =>
  terms.length === 0
    ? []
    : [
        { kind: 'section', title: orderMailsMessages.in(locale)('agreedTo') },
        ...terms.map((text) => ({ kind: 'paragraph', text }) as const),
      ]

/** The mail after a purchase: totals, address, and the renewal terms that the buyer agreed to. */
export const orderConfirmation = (facts: OrderConfirmation, locale: Locale): MailDocument => {
  const { order, invoice, subscriptions, manageUrl, withdrawUrl, gift } = facts
  const t = orderMailsMessages.in(locale)
  const { number } = order
  const day = longDate(facts.placedOn, locale)
  const total = formatPrice(order.totals.totalCents, order.currency, locale)
  return {
    locale,
    subject: t('confirmationSubject', { number }),
    preview: t('confirmationPreview', { total, day }),
    heading: t('confirmationHeading'),
    blocks: [
      { kind: 'paragraph', text: t('paid', { number, day, ...paymentValues(order, locale) }) },
      ...preorderBlocks(order, gift, locale),
      ...arrivalBlocks(facts.arrives, locale),
      { kind: 'rows', rows: totalRows(order, locale) },
      ...invoiceBlocks(invoice, locale),
      ...(gift === null ? shippingAddressBlocks(order, locale) : giftBlocks(gift, locale)),
      linkBlock(t.rich('cancelLink', { until: untilOf(gift), link: linkTo(withdrawUrl) })),
      ...subscriptionBlocks(subscriptions, order.currency, manageUrl, locale),
      ...termsBlocks(facts, locale),
    ],
  }
}
