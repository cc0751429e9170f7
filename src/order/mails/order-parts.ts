import { isLink } from '#shared/card-face.ts'
import type { CardFace } from '#shared/card-face.ts'
import { discountName } from '#cart/rules/discount-name.ts'
import type { Order } from '#order/server/orders.ts'
import { lineSubtotal } from '#pricing/rules/line-amounts.ts'
import { toPayCents } from '#pricing/rules/totals.ts'
import { formatPrice, type Cents, type Currency } from '#shared/money.ts'
import { intervalText } from '#shared/messages/interval-text.ts'
import { longDate } from '#shared/dates.ts'
import type { MailBlock, MailRow } from '#platform/mail-document.ts'

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

/** `Visa card ending in 4242`. */
export const cardName = (card: CardFace): string => {
  const { brand, last4 } = card
  return isLink(card)
    ? 'Link account'
    : `${brand.charAt(0).toUpperCase()}${brand.slice(1)} card ending in ${last4}`
}

const lineRow = (line: MailedLine, currency: Currency): MailRow => {
  const count = line.quantity === 1 ? '' : ` × ${line.quantity}`
  const note = line.preorderNote === null ? '' : ` (${line.preorderNote})`
  return {
    label: `${line.name}${count}${note}`,
    value: formatPrice(lineSubtotal(line), currency),
  }
}

/** The order's amounts, from the lines to the total. */
export const totalRows = ({ lines, discounts, totals, shipping, currency }: MailedOrder): MailRow[] => [
  ...lines.map((line) => lineRow(line, currency)),
  { label: 'Subtotal', value: formatPrice(totals.subtotalCents, currency) },
  ...discounts.map((discount) => ({
    label: `Discount ${discountName(discount)}`,
    value: formatPrice(-discount.cents, currency),
  })),
  {
    label: shipping.label,
    value: totals.shippingCents === 0 ? 'Free' : formatPrice(totals.shippingCents, currency),
  },
  { label: 'Tax', value: formatPrice(totals.taxCents, currency) },
  { label: 'Total', value: formatPrice(totals.totalCents, currency), strong: true },
  ...(totals.creditCents === 0
    ? []
    : [{ label: 'Paid with credit', value: formatPrice(totals.creditCents, currency) }]),
]

/** The payment: `$49.99, on your Visa card ending in 4242`, or a part of it by credit. */
export const paidText = ({ totals, currency, card }: MailedOrder, connector: string): string => {
  const amount = formatPrice(toPayCents(totals), currency)
  const byCard = card === null ? amount : `${amount}${connector} your ${cardName(card)}`
  if (totals.creditCents === 0) return byCard
  const byCredit = `${formatPrice(totals.creditCents, currency)} with your credit`
  return toPayCents(totals) === 0 ? byCredit : `${byCard}, and ${byCredit}`
}

/** The link to an issued document; null while there is none. */
export type MailedInvoice = { readonly number: string; readonly url: string } | null

/** The link to the invoice, which needs no sign-in. */
export const invoiceBlocks = (invoice: MailedInvoice): MailBlock[] =>
  invoice === null
    ? []
    : [
        {
          kind: 'link',
          before: 'View, print or save as PDF: ',
          label: `invoice ${invoice.number}`,
          href: invoice.url,
          after: '.',
        },
      ]

/** Amount, frequency and next date of each subscription, and how to cancel it. */
export const subscriptionBlocks = (
  subscriptions: readonly MailedSubscription[],
  currency: Currency,
  manageUrl: string,
): MailBlock[] => {
  if (subscriptions.length === 0) return []
  const rows = subscriptions.flatMap(({ name, amountCents, intervalMonths, nextOn }): MailRow[] => [
    { label: name, value: `${formatPrice(amountCents, currency)} ${intervalText(intervalMonths)}` },
    { label: 'Next order', value: longDate(nextOn) },
  ])
  return [
    { kind: 'section', title: subscriptions.length === 1 ? 'Your subscription' : 'Your subscriptions' },
    { kind: 'rows', rows },
    {
      kind: 'link',
      before: 'It renews until you cancel. To skip, reschedule, pause or cancel, go to ',
      label: 'your subscriptions',
      href: manageUrl,
      after: '. You don’t need to call.',
    },
  ]
}
