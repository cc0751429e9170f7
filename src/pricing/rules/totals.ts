import { z } from 'zod'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import type { PaymentSplit } from '#shared/payment-split.ts'
import { Price } from '#shared/price-schema.ts'

const Amount = z.int()

/** The sums of an order in cents, as they are stored with a quote; total = subtotal − discount + shipping + tax. */
export const Totals = z
  .object({
    subtotalCents: Amount,
    discountCents: Amount,
    shippingCents: Amount,
    /** Of the goods and of shipping. */
    taxCents: Amount,
    totalCents: Amount,
    /** The part of the total that the member's credit pays: a payment, which changes neither discounts nor tax. */
    creditCents: Amount,
  })
  .readonly()

export type Totals = z.output<typeof Totals>

/** Adds up the amounts of a price, without credit. */
export const addUp = (amounts: Omit<Totals, 'totalCents' | 'creditCents'>): Totals => ({
  ...amounts,
  totalCents: amounts.subtotalCents - amounts.discountCents + amounts.shippingCents + amounts.taxCents,
  creditCents: 0,
})

/** The same price with so much of it paid by credit; never more than the total. */
export const paidWithCredit = (totals: Totals, creditCents: Cents): Totals => ({
  ...totals,
  creditCents: Math.min(creditCents, totals.totalCents),
})

/** What is left of a price without a part of it, both without credit. */
export const withoutPart = (all: Totals, part: Totals): Totals =>
  addUp({
    subtotalCents: all.subtotalCents - part.subtotalCents,
    discountCents: all.discountCents - part.discountCents,
    shippingCents: all.shippingCents - part.shippingCents,
    taxCents: all.taxCents - part.taxCents,
  })

/** The columns in which tables and views have totals. */
export const totalsColumns = z.object({
  subtotal_cents: Amount,
  discount_cents: Amount,
  shipping_cents: Amount,
  tax_cents: Amount,
  total_cents: Amount,
  credit_cents: Amount,
})

type TotalsColumns = z.output<typeof totalsColumns>

/** Totals from a row that has them in its columns. */
export const totalsFrom = (row: TotalsColumns): Totals => ({
  subtotalCents: row.subtotal_cents,
  discountCents: row.discount_cents,
  shippingCents: row.shipping_cents,
  taxCents: row.tax_cents,
  totalCents: row.total_cents,
  creditCents: row.credit_cents,
})

/** Totals as columns of a row. */
export const columnsOfTotals = (totals: Totals): TotalsColumns => ({
  subtotal_cents: totals.subtotalCents,
  discount_cents: totals.discountCents,
  shipping_cents: totals.shippingCents,
  tax_cents: totals.taxCents,
  total_cents: totals.totalCents,
  credit_cents: totals.creditCents,
})

/** What the card pays: the total without the credit. */
export const toPayCents = ({ totalCents, creditCents }: Pick<Totals, 'totalCents' | 'creditCents'>): Cents =>
  totalCents - creditCents

/** What pays the total. */
export const paidBy = (totals: Totals): PaymentSplit => ({
  cardCents: toPayCents(totals),
  creditCents: totals.creditCents,
})

/** The sums as fields of a reply. */
export const totalsReply = {
  subtotal: Price,
  discount: Price,
  shipping: Price,
  tax: Price,
  total: Price,
  /** The part of the total that the member's credit pays. */
  credit: Price,
}

/** The sums in the form of the wire. */
export const wireTotals = (totals: Totals, currency: Currency): Record<keyof typeof totalsReply, string> => ({
  subtotal: wirePrice(totals.subtotalCents, currency),
  discount: wirePrice(totals.discountCents, currency),
  shipping: wirePrice(totals.shippingCents, currency),
  tax: wirePrice(totals.taxCents, currency),
  total: wirePrice(totals.totalCents, currency),
  credit: wirePrice(totals.creditCents, currency),
})

/** TOTAL_CHANGED, with the sums that count now. */
export const totalChanged = (totals: Totals, currency: Currency): ShopError => {
  const { total, credit } = wireTotals(totals, currency)
  const toPay = wirePrice(toPayCents(totals), currency)
  return new ShopError('TOTAL_CHANGED', { data: { currency, total, credit, to_pay: toPay } })
}
