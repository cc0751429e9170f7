import { cardFaceText } from '#shared/messages/card-text.ts'
import { taxEstimateText, taxRowName } from '#pricing/rules/tax-lines.ts'
import { localeOf, defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { formatPrice, isNoPrice, parsePrice } from '#shared/money.ts'
import { longDate } from '#shared/dates.ts'
import { documentMessages } from '../messages/document-messages.ts'
import type { InvoiceDocument } from './invoice-document.ts'

type Written = Pick<InvoiceDocument, 'locale' | 'currency'>

/** The language that a document is written in. A document stays what it is, also when the shop has given the language up. */
export const languageOf = ({ locale }: Pick<InvoiceDocument, 'locale'>): Locale =>
  localeOf(locale) ?? defaultLocale

/** What a document says, in its language. */
export const wordsOf = (document: Pick<InvoiceDocument, 'locale'>) =>
  documentMessages.in(languageOf(document))

/** `49.99` → `$49.99`, with a minus sign where it is taken off. */
export const amountText = (amount: string, document: Written, minus = false): string => {
  const cents = parsePrice(amount, document.currency)
  return formatPrice(minus ? 0 - cents : cents, document.currency, languageOf(document))
}

const kindKeys = { invoice: 'invoice', 'credit-note': 'creditNote', reversal: 'reversal' } as const

/** `Invoice`, `Credit note`. */
export const kindLabel = (document: Pick<InvoiceDocument, 'kind' | 'locale'>): string =>
  wordsOf(document)(kindKeys[document.kind])

const totalKeys = { invoice: 'total', 'credit-note': 'refunded', reversal: 'notRefunded' } as const

/** What the last row of a document is called. */
export const totalLabel = (document: Pick<InvoiceDocument, 'kind' | 'locale'>): string =>
  wordsOf(document)(totalKeys[document.kind])

export interface DocumentRow {
  readonly label: string
  readonly value: string
}

const isNonZero = (amount: string): boolean => !isNoPrice(amount)

/** Numbers and dates of a document. */
export const factRows = (document: InvoiceDocument & { readonly number: string }): DocumentRow[] => {
  const t = wordsOf(document)
  const locale = languageOf(document)
  const { kind, corrects, reason, card } = document
  return [
    { label: t('number'), value: document.number },
    { label: t('date'), value: longDate(document.issued_on, locale) },
    ...(corrects === null
      ? []
      : [{ label: kind === 'reversal' ? t('takesBack') : t('corrects'), value: corrects }]),
    ...(reason === null ? [] : [{ label: t('reason'), value: reason }]),
    { label: t('order'), value: document.order_number },
    { label: t('ordered'), value: longDate(document.ordered_on, locale) },
    ...(card === null
      ? []
      : [
          {
            label: kind === 'invoice' ? t('paidWith') : t('refundedTo'),
            value: cardFaceText(card, locale),
          },
        ]),
  ]
}

/** Under the total, where credit had a part in it: how much of it, and how much the card. */
export const paidRows = (document: InvoiceDocument): DocumentRow[] => {
  const { kind, total, credit, currency } = document
  if (!isNonZero(credit)) return []
  const t = wordsOf(document)
  const card = parsePrice(total, currency) - parsePrice(credit, currency)
  const isInvoice = kind === 'invoice'
  return [
    { label: isInvoice ? t('paidWithCredit') : t('asCredit'), value: amountText(credit, document) },
    {
      label: isInvoice ? t('paidWithCard') : t('toCard'),
      value: formatPrice(card, currency, languageOf(document)),
    },
  ]
}

/** From the subtotal to the tax, each discount with what it was given for; the total is not among them. */
export const totalRows = (document: InvoiceDocument): DocumentRow[] => {
  const t = wordsOf(document)
  const locale = languageOf(document)
  return [
    { label: t('subtotal'), value: amountText(document.subtotal, document) },
    ...document.discounts.map(({ name, amount }) => ({
      label: t('discountNamed', { name }),
      value: amountText(amount, document, true),
    })),
    ...(document.kind === 'invoice' || isNonZero(document.shipping.amount)
      ? [{ label: document.shipping.label, value: amountText(document.shipping.amount, document) }]
      : []),
    ...document.taxes.map((tax) => ({
      label: taxRowName(tax, locale),
      value: amountText(tax.amount, document),
    })),
    ...(document.taxes.length === 0
      ? [{ label: t('tax'), value: formatPrice(0, document.currency, locale) }]
      : []),
  ]
}

/** What is said under the amounts: that the tax of an invoice is an estimate. */
export const notes = (document: InvoiceDocument): readonly string[] =>
  document.kind === 'invoice' && document.tax_estimate !== null
    ? [taxEstimateText(document.tax_estimate, languageOf(document))]
    : []

type DocumentLine = InvoiceDocument['lines'][number]

/** The columns of the table next to the product's name. */
export const lineCells = (
  line: DocumentLine,
  document: Written,
): readonly [quantity: string, price: string, discount: string, tax: string, amount: string] => [
  String(line.quantity),
  amountText(line.price, document),
  isNonZero(line.discount) ? amountText(line.discount, document, true) : '–',
  isNonZero(line.tax) ? amountText(line.tax, document) : '–',
  amountText(line.subtotal, document),
]

/** The same for narrow pages: `2 × $134.97, discount −$53.98, tax $15.66`. */
export const narrowLineText = (line: DocumentLine, document: Written): string => {
  const t = wordsOf(document)
  const [quantity, price, discount, tax] = lineCells(line, document)
  return [
    `${quantity} × ${price}`,
    ...(isNonZero(line.discount) ? [t('discountInLine', { amount: discount })] : []),
    ...(isNonZero(line.tax) ? [t('taxInLine', { amount: tax })] : []),
  ].join(', ')
}

/** What the columns of the table are called, the product's first. */
export const columnLabels = (document: Pick<InvoiceDocument, 'locale'>) => {
  const t = wordsOf(document)
  return [t('product'), t('quantity'), t('price'), t('discount'), t('tax'), t('amount')] as const
}
