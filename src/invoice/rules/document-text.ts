import { cardFaceText } from '#shared/messages/card-text.ts'
import { taxEstimateText, taxRowName } from '#pricing/rules/tax-row-text.ts'
import { formatPrice, isNoPrice, parsePrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import { longDate } from '#shared/dates.ts'
import type { InvoiceDocument } from './invoice-document.ts'

/** `49.99` → `$49.99`, with a minus sign where it is taken off. */
export const amountText = (amount: string, currency: Currency, minus = false): string =>
  formatPrice(minus ? 0 - parsePrice(amount, currency) : parsePrice(amount, currency), currency)

export const kindLabels = {
  invoice: 'Invoice',
  'credit-note': 'Credit note',
  reversal: 'Reversal of a credit note',
} as const

/** What the last row of a document is called. */
export const totalLabels = {
  invoice: 'Total',
  'credit-note': 'Refunded',
  reversal: 'Not refunded',
} as const

export interface DocumentRow {
  readonly label: string
  readonly value: string
}

const isNonZero = (amount: string): boolean => !isNoPrice(amount)

/** Numbers and dates of a document. */
export const factRows = (document: InvoiceDocument & { readonly number: string }): DocumentRow[] => [
  { label: 'Number', value: document.number },
  { label: 'Date', value: longDate(document.issued_on) },
  ...(document.corrects === null
    ? []
    : [
        {
          label: document.kind === 'reversal' ? 'Takes back credit note' : 'Corrects invoice',
          value: document.corrects,
        },
      ]),
  ...(document.reason === null ? [] : [{ label: 'Reason', value: document.reason }]),
  { label: 'Order', value: document.order_number },
  { label: 'Ordered', value: longDate(document.ordered_on) },
  ...(document.card === null
    ? []
    : [
        {
          label: document.kind === 'invoice' ? 'Paid with' : 'Refunded to',
          value: cardFaceText(document.card),
        },
      ]),
]

/** Under the total, where credit had a part in it: how much of it, and how much the card. */
export const paidRows = ({ kind, total, credit, currency }: InvoiceDocument): DocumentRow[] => {
  if (!isNonZero(credit)) return []
  const card = parsePrice(total, currency) - parsePrice(credit, currency)
  const labels = kind === 'invoice' ? ['Paid with credit', 'Paid with card'] : ['As credit', 'To card']
  return [
    { label: labels[0] ?? '', value: amountText(credit, currency) },
    { label: labels[1] ?? '', value: formatPrice(card, currency) },
  ]
}

/** From the subtotal to the tax, each discount with what it was given for; the total is not among them. */
export const totalRows = (document: InvoiceDocument): DocumentRow[] => {
  const { currency } = document
  return [
    { label: 'Subtotal', value: amountText(document.subtotal, currency) },
    ...document.discounts.map(({ name, amount }) => ({
      label: `Discount ${name}`,
      value: amountText(amount, currency, true),
    })),
    ...(document.kind === 'invoice' || isNonZero(document.shipping.amount)
      ? [{ label: document.shipping.label, value: amountText(document.shipping.amount, currency) }]
      : []),
    ...document.taxes.map((tax) => ({ label: taxRowName(tax), value: amountText(tax.amount, currency) })),
    ...(document.taxes.length === 0 ? [{ label: 'Tax', value: formatPrice(0, currency) }] : []),
  ]
}

/** What is said under the amounts: that the tax of an invoice is an estimate. */
export const notes = ({ kind, tax_estimate: estimate }: InvoiceDocument): readonly string[] =>
  kind === 'invoice' && estimate !== null ? [taxEstimateText(estimate)] : []

/** The columns of the table next to the product's name. */
export const lineCells = (
  line: InvoiceDocument['lines'][number],
  currency: Currency,
): readonly [quantity: string, price: string, discount: string, tax: string, amount: string] => [
  String(line.quantity),
  amountText(line.price, currency),
  isNonZero(line.discount) ? amountText(line.discount, currency, true) : '–',
  isNonZero(line.tax) ? amountText(line.tax, currency) : '–',
  amountText(line.subtotal, currency),
]

/** The same for narrow pages: `2 × $134.97, discount −$53.98, tax $15.66`. */
export const narrowLineText = (line: InvoiceDocument['lines'][number], currency: Currency): string => {
  const [quantity, price, discount, tax] = lineCells(line, currency)
  return [
    `${quantity} × ${price}`,
    ...(isNonZero(line.discount) ? [`discount ${discount}`] : []),
    ...(isNonZero(line.tax) ? [`tax ${tax}`] : []),
  ].join(', ')
}

export const columnLabels = ['Product', 'Quantity', 'Price', 'Discount', 'Tax', 'Amount'] as const
