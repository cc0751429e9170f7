import type { Address } from '#shared/address.ts'
import { formatPrice, type Cents, type Currency } from '#shared/money.ts'
import { longDate } from '#shared/dates.ts'
import type { MailBlock, MailRow } from '#platform/mail-document.ts'

/** A line of an order as its mails name it. */
interface MailedLine {
  readonly name: string
  readonly quantity: number
  /** Price of all units before discounts. */
  readonly subtotalCents: Cents
  /** Such as "Est. 2-4 weeks"; null when it ships at once (ruling 16). */
  readonly preorderNote: string | null
}

/** The price and the destination of an order. */
export interface MailedOrder {
  readonly number: string
  readonly currency: Currency
  readonly lines: readonly MailedLine[]
  /** With a positive amount each; the reason is the buyer's code or a phrase such as "two together". */
  readonly discounts: readonly { readonly reason: string; readonly cents: Cents }[]
  readonly subtotalCents: Cents
  readonly shippingCents: Cents
  readonly shippingLabel: string
  readonly taxCents: Cents
  readonly totalCents: Cents
  /** What credit paid of the total. */
  readonly creditCents: Cents
  readonly shipTo: Address
  readonly card: { readonly brand: string; readonly last4: string } | null
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
export const cardName = ({ brand, last4 }: { readonly brand: string; readonly last4: string }): string =>
  `${brand.charAt(0).toUpperCase()}${brand.slice(1)} card ending in ${last4}`

const intervalText = (months: number): string => (months === 1 ? 'every month' : `every ${months} months`)

const lineRow = (line: MailedLine, currency: Currency): MailRow => {
  const count = line.quantity === 1 ? '' : ` × ${line.quantity}`
  const note = line.preorderNote === null ? '' : ` (${line.preorderNote})`
  return { label: `${line.name}${count}${note}`, value: formatPrice(line.subtotalCents, currency) }
}

/** The order's amounts, from the lines to the total. */
export const totalRows = (order: MailedOrder): MailRow[] => [
  ...order.lines.map((line) => lineRow(line, order.currency)),
  { label: 'Subtotal', value: formatPrice(order.subtotalCents, order.currency) },
  ...order.discounts.map(({ reason, cents }) => ({
    label: `Discount ${reason}`,
    value: formatPrice(-cents, order.currency),
  })),
  {
    label: order.shippingLabel,
    value: order.shippingCents === 0 ? 'Free' : formatPrice(order.shippingCents, order.currency),
  },
  { label: 'Tax', value: formatPrice(order.taxCents, order.currency) },
  { label: 'Total', value: formatPrice(order.totalCents, order.currency), strong: true },
  ...(order.creditCents === 0
    ? []
    : [{ label: 'Paid by credit', value: formatPrice(order.creditCents, order.currency) }]),
]

/** The payment: `$49.99, on your Visa card ending in 4242`, or a part of it by credit. */
export const paidText = (order: MailedOrder, connector: string): string => {
  const { totalCents, creditCents, currency, card } = order
  const amount = formatPrice(totalCents - creditCents, currency)
  const byCard = card === null ? amount : `${amount}${connector} your ${cardName(card)}`
  if (creditCents === 0) return byCard
  const byCredit = `${formatPrice(creditCents, currency)} by your credit`
  return totalCents === creditCents ? byCredit : `${byCard}, and ${byCredit}`
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
          before: 'To keep, print or save as PDF: ',
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
      before: 'It renews until you cancel. To skip, change the date, pause or cancel, go to ',
      label: 'your subscriptions',
      href: manageUrl,
      after: '. There is no call to make and no second offer.',
    },
  ]
}
