import { isLink } from '#shared/card-face.ts'
import type { CardFace } from '#shared/card-face.ts'
import { discountName } from '#cart/rules/discount-name.ts'
import type { Order } from '#order/server/orders.ts'
import { shippingLabel } from '#pricing/rules/shipping-methods.ts'
import { lineSubtotal } from '#pricing/rules/line-amounts.ts'
import { toPayCents } from '#pricing/rules/totals.ts'
import { formatPrice, type Cents, type Currency } from '#shared/money.ts'
import { intervalText } from '#shared/messages/interval-text.ts'
import { longDate } from '#shared/dates.ts'
import type { MailBlock, MailRow } from '#platform/mail-document.ts'
import { linkBlock, linkTo } from '#platform/mail-sentence.ts'
import type { Locale } from '#shared/locale.ts'
import { orderMailsMessages } from '../messages/order-mails-messages.ts'

/** An order as its mails describe it. */
export interface MailedOrder extends Pick<
  Order,
  'number' | 'currency' | 'discounts' | 'totals' | 'shipping' | 'shipTo' | 'card'
> {
  readonly lines: readonly MailedLine[]
}

interface MailedLine extends Pick<Order['lines'][number], 'name' | 'quantity' | 'unitPriceCents'> {
  /** Such as "Est. 2-4 weeks"; null when it ships at once (ruling 16). */
  readonly preorderNote: string | null
}

/** A subscription as the buyer agreed to it. */
export interface MailedSubscription {
  readonly name: string
  /** What each renewal costs as agreed to. */
  readonly amountCents: Cents
  readonly intervalMonths: number
  /** Calendar date of the next charge, `2026-12-20`. */
  readonly nextOn: string
}

/** What texts say of a card: `{card, select, none {…} link {…} other {… {brand} … {last4}}}`. */
export const cardValues = (card: CardFace | null) => {
  if (card === null) return { card: 'none', brand: '', last4: '' }
  const { brand, last4 } = card
  if (isLink(card)) return { card: 'link', brand: '', last4: '' }
  return { card: 'card', brand: `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`, last4 }
}

/** What texts say of the payment of an order: by card, by credit, or both. */
export const paymentValues = ({ totals, currency, card }: MailedOrder, locale: Locale) => {
  const byCard = toPayCents(totals) === 0 ? 'credit' : 'both'
  return {
    ...cardValues(card),
    payment: totals.creditCents === 0 ? 'card' : byCard,
    amount: formatPrice(toPayCents(totals), currency, locale),
    credit: formatPrice(totals.creditCents, currency, locale),
  }
}

const lineRow = (line: MailedLine, currency: Currency, locale: Locale): MailRow => {
  const count = line.quantity === 1 ? '' : ` × ${line.quantity}`
  const note = line.preorderNote === null ? '' : ` (${line.preorderNote})`
  return {
    label: `${line.name}${count}${note}`,
    value: formatPrice(lineSubtotal(line), currency, locale),
  }
}

/** The order's amounts, from the lines to the total. */
export const totalRows = (order: MailedOrder, locale: Locale): MailRow[] => {
  const { lines, discounts, totals, shipping, currency } = order
  const t = orderMailsMessages.in(locale)
  const price = (cents: Cents): string => formatPrice(cents, currency, locale)
  return [
    ...lines.map((line) => lineRow(line, currency, locale)),
    { label: t('subtotal'), value: price(totals.subtotalCents) },
    ...discounts.map((discount) => ({
      label: t('discount', { name: discountName(discount, locale) }),
      value: price(-discount.cents),
    })),
    {
      label: shippingLabel(shipping.label, locale),
      value: totals.shippingCents === 0 ? t('free') : price(totals.shippingCents),
    },
    { label: t('tax'), value: price(totals.taxCents) },
    { label: t('total'), value: price(totals.totalCents), strong: true },
    ...(totals.creditCents === 0 ? [] : [{ label: t('creditPaid'), value: price(totals.creditCents) }]),
  ]
}

/** The link to an issued document; null while there is none. */
export type MailedInvoice = { readonly number: string; readonly url: string } | null

/** The link to the invoice, which needs no sign-in. */
export const invoiceBlocks = (invoice: MailedInvoice, locale: Locale): MailBlock[] => {
  if (invoice === null) return []
  const { number, url } = invoice
  return [linkBlock(orderMailsMessages.in(locale).rich('invoiceLink', { number, link: linkTo(url) }))]
}

/** Amount, frequency and next date of each subscription, and how to cancel it. */
export const subscriptionBlocks = (
  subscriptions: readonly MailedSubscription[],
  currency: Currency,
  manageUrl: string,
  locale: Locale,
): MailBlock[] => {
  if (subscriptions.length === 0) return []
  const t = orderMailsMessages.in(locale)
  const rows = subscriptions.flatMap(({ name, amountCents, intervalMonths, nextOn }): MailRow[] => [
    {
      label: name,
      value: t('renewsEach', {
        amount: formatPrice(amountCents, currency, locale),
        interval: intervalText(intervalMonths, locale),
      }),
    },
    { label: t('nextOrder'), value: longDate(nextOn, locale) },
  ])
  return [
    { kind: 'section', title: t('subscriptions', { count: subscriptions.length }) },
    { kind: 'rows', rows },
    linkBlock(t.rich('subscriptionsLink', { link: linkTo(manageUrl) })),
  ]
}
