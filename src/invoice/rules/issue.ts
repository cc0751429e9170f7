import { discountName } from '#cart/rules/discount-name.ts'
import type { DiscountShare } from '#pricing/rules/quote.ts'
import type { OrderTax } from '#pricing/rules/order-tax.ts'
import { taxEstimateOf, taxRowsOf } from '#pricing/rules/tax-lines.ts'
import { wireTotals } from '#pricing/rules/totals.ts'
import type { Totals } from '#pricing/rules/totals.ts'
import { brand } from '#shared/brand.ts'
import type { Address } from '#shared/address.ts'
import { wirePrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import type { InvoiceDocument } from './invoice-document.ts'

/** A placed order as its invoice needs it. */
export interface InvoicedOrder {
  readonly number: string
  readonly email: string
  readonly shipTo: Address
  readonly currency: Currency
  readonly lines: readonly {
    readonly name: string
    readonly quantity: number
    readonly unitPriceCents: Cents
    readonly discountCents: Cents
    readonly taxCents: Cents
  }[]
  readonly discounts: readonly DiscountShare[]
  readonly totals: Totals
  readonly taxPercent: number | null
  /** By jurisdiction; null if it was not stored. */
  readonly tax: OrderTax | null
  readonly shipping: { readonly label: string }
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
  const { currency } = order
  const { shipping, tax: _, ...sums } = wireTotals(order.totals, currency)
  return {
    kind: 'invoice',
    issued_on: issuedOn.toString(),
    ordered_on: orderedOn.toString(),
    order_number: order.number,
    corrects: null,
    reason: null,
    seller,
    buyer: { email: order.email, address: order.shipTo },
    currency,
    lines: order.lines.map((line) => ({
      name: line.name,
      quantity: line.quantity,
      price: wirePrice(line.unitPriceCents, currency),
      subtotal: wirePrice(line.unitPriceCents * line.quantity, currency),
      discount: wirePrice(line.discountCents, currency),
      tax: wirePrice(line.taxCents, currency),
    })),
    discounts: order.discounts.map(({ code, reason, cents }) => ({
      code,
      reason,
      name: discountName({ code, reason }),
      amount: wirePrice(cents, currency),
    })),
    ...sums,
    shipping: { label: order.shipping.label, amount: shipping },
    taxes: [...taxRowsOf(order)],
    tax_estimate: taxEstimateOf(order.tax),
    card: order.card && { brand: order.card.brand, last4: order.card.last4 },
  }
}
