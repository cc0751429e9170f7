import { refundRows } from '#pricing/rules/refund-target.ts'
import { centsOf } from '#pricing/rules/refund-lines.ts'
import type { RefundContents, RefundLine, Shares } from '#pricing/rules/refund-lines.ts'
import type { TaxShare } from '#pricing/rules/order-tax.ts'
import { parsePrice, sumCents, wirePrice } from '#shared/money.ts'
import type { Cents } from '#shared/money.ts'
import type { PaymentSplit } from '#shared/payment-split.ts'
import { lineSubtotal } from '#pricing/rules/line-amounts.ts'
import { wordsOf } from './document-text.ts'
import type { InvoiceDocument } from './invoice-document.ts'
import { documentLine } from './issue.ts'
import type { InvoicedLine } from './issue.ts'

/** A document and its number. */
interface NumberedDocument {
  readonly number: string
  readonly document: InvoiceDocument
}

/** A refund as its credit note shows it. */
export interface NotedRefund extends RefundContents {
  readonly split: PaymentSplit
  readonly shares: Shares
  /** The tax of `shares` by jurisdiction. */
  readonly taxes: readonly TaxShare[]
}

const sumLine = (name: string, { goodsCents, taxCents }: Shares): InvoicedLine => ({
  name,
  quantity: 1,
  unitPriceCents: goodsCents,
  discountCents: 0,
  taxCents,
})

/** Units at the price of the invoice; what they cost less than that, by codes or an earlier goodwill, is their discount. */
const unitsLine = (row: RefundLine, invoice: InvoiceDocument): InvoicedLine => {
  const { lines, currency, order_number: number } = invoice
  const sold = lines[row.position ?? -1]
  if (!sold) return sumLine(wordsOf(invoice)('refundFor', { number }), row)
  const unitPriceCents = parsePrice(sold.price, currency)
  return {
    name: sold.name,
    quantity: row.quantity,
    unitPriceCents,
    discountCents: unitPriceCents * row.quantity - row.goodsCents,
    taxCents: row.taxCents,
  }
}

const noteLine = (row: RefundLine, invoice: InvoiceDocument): InvoicedLine => {
  if (row.kind === 'line') return unitsLine(row, invoice)
  const t = wordsOf(invoice)
  const number = invoice.order_number
  return sumLine(row.kind === 'goodwill' ? t('goodwillFor', { number }) : t('refundFor', { number }), row)
}

const discountsOf = (cents: Cents, document: InvoiceDocument) => {
  if (cents === 0) return []
  const name = wordsOf(document)('onTheseItems')
  return [{ code: '', reason: '', name, amount: wirePrice(cents, document.currency) }]
}

const taxesOf = ({ taxes, currency }: InvoiceDocument, refund: NotedRefund): InvoiceDocument['taxes'] =>
  taxes.map((each) => {
    const own = refund.taxes.filter(({ jurisdiction }) => jurisdiction === each.jurisdiction)
    return { ...each, amount: wirePrice(sumCents(own.map(({ cents }) => cents)), currency) }
  })

/**
 * A refund, as a separate document for the invoice that it corrects. Amounts are what the buyer gets; everything else
 * is as on the invoice.
 */
export const creditNoteFor = (
  { number, document }: NumberedDocument,
  refund: NotedRefund,
  issuedOn: string,
): InvoiceDocument => {
  const { currency } = document
  const rows = refundRows(refund.lines)
  const goods = rows.filter(({ kind }) => kind !== 'shipping')
  const shippingCents = sumCents(rows.filter(({ kind }) => kind === 'shipping').map((row) => row.goodsCents))
  const lines =
    rows.length === 0
      ? [sumLine(wordsOf(document)('refundFor', { number: document.order_number }), refund.shares)]
      : goods.map((row) => noteLine(row, document))
  const discountCents = sumCents(lines.map((line) => line.discountCents))
  const totalCents = centsOf(refund.shares)
  return {
    ...document,
    kind: 'credit-note',
    issued_on: issuedOn,
    corrects: number,
    reason: refund.reason,
    lines: lines.map((line) => documentLine(line, currency)),
    discounts: discountsOf(discountCents, document),
    subtotal: wirePrice(sumCents(lines.map(lineSubtotal)), currency),
    discount: wirePrice(discountCents, currency),
    shipping: {
      label: shippingCents === 0 ? '' : document.shipping.label,
      amount: wirePrice(shippingCents, currency),
    },
    taxes: taxesOf(document, refund),
    total: wirePrice(totalCents, currency),
    credit: wirePrice(refund.split.creditCents, currency),
    // Nothing goes to the card of an order when all of it comes as credit.
    card: refund.split.cardCents > 0 ? document.card : null,
  }
}

/** Takes a credit note back: the bank sent its refund back, so that the sale is what it was, and the money is owed again. */
export const reversalFor = ({ number, document }: NumberedDocument, issuedOn: string): InvoiceDocument => ({
  ...document,
  kind: 'reversal',
  issued_on: issuedOn,
  corrects: number,
  reason: wordsOf(document)('sentBack'),
})
