import { discountName } from '#cart/rules/discount-name.ts'
import type { DiscountShare } from '#pricing/rules/quote.ts'
import type { OrderTax } from '#pricing/rules/order-tax.ts'
import { taxEstimateOf, wireTaxes } from '#pricing/rules/tax-lines.ts'
import { wireLine } from '#pricing/rules/line-amounts.ts'
import type { LineAmounts } from '#pricing/rules/line-amounts.ts'
import { wireTotals } from '#pricing/rules/totals.ts'
import type { Totals } from '#pricing/rules/totals.ts'
import { shippingLabel } from '#pricing/rules/shipping-methods.ts'
import { brand } from '#shared/brand.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import type { Address } from '#shared/address.ts'
import { wirePrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import type { InvoiceDocument } from './invoice-document.ts'

/** A line as it was sold, or as a credit note takes it back. */
export interface InvoicedLine extends LineAmounts {
  readonly name: string
}

/** A line as a document has it. */
export const documentLine = (line: InvoicedLine, currency: Currency): InvoiceDocument['lines'][number] => {
  const { total: _, ...amounts } = wireLine(line, currency)
  return { name: line.name, quantity: line.quantity, ...amounts }
}

/** A placed order as its invoice needs it. */
export interface InvoicedOrder {
  readonly number: string
  readonly email: string
  readonly shipTo: Address
  readonly currency: Currency
  readonly lines: readonly InvoicedLine[]
  readonly discounts: readonly DiscountShare[]
  readonly totals: Totals
  readonly taxPercent: number | null
  /** By jurisdiction; null if it was not stored. */
  readonly tax: OrderTax | null
  readonly shipping: { readonly label: string }
  /** The language of its documents; the first one of the shop, if missing. */
  readonly documentLocale?: Locale
  readonly card: { readonly brand: string; readonly last4: string } | null
}

const seller = {
  name: brand.seller.name,
  lines: [...brand.seller.lines],
  email: brand.supportEmail,
  tax_numbers: brand.seller.taxNumbers.map((each) => ({ ...each })),
}

/** The invoice of an order; both days are the shop's calendar dates. */
export const invoiceFor = (
  order: InvoicedOrder,
  orderedOn: Temporal.PlainDate,
  issuedOn: Temporal.PlainDate,
): InvoiceDocument => {
  const { currency, documentLocale: locale = defaultLocale } = order
  const { shipping, tax: _, ...sums } = wireTotals(order.totals, currency)
  return {
    kind: 'invoice',
    ...(locale === defaultLocale ? {} : { locale }),
    issued_on: issuedOn.toString(),
    ordered_on: orderedOn.toString(),
    order_number: order.number,
    corrects: null,
    reason: null,
    seller,
    buyer: { email: order.email, address: order.shipTo },
    currency,
    lines: order.lines.map((line) => documentLine(line, currency)),
    discounts: order.discounts.map(({ code, reason, cents }) => ({
      code,
      reason,
      name: discountName({ code, reason }, locale),
      amount: wirePrice(cents, currency),
    })),
    ...sums,
    shipping: { label: shippingLabel(order.shipping.label, locale), amount: shipping },
    taxes: [...wireTaxes(order)],
    tax_estimate: taxEstimateOf(order.tax),
    card: order.card && { brand: order.card.brand, last4: order.card.last4 },
  }
}
