import type { BillingQuote } from '#subscription/record/server/billing-cycle-record.ts'
import type { Address } from '#shared/address.ts'
import type { UpcomingOrder } from '../rules/upcoming-order.ts'

/** The quote of a renewal, which always ships. */
export const billingQuote = (
  { price, addOnIds }: Pick<UpcomingOrder, 'price' | 'addOnIds'>,
  stock: BillingQuote['stock'],
  address: Address,
): BillingQuote => {
  if (!price.shipping) throw new RangeError('a renewal ships')
  return {
    currency: price.currency,
    lines: price.lines.map((line, position) => ({
      planCode: line.planCode,
      name: line.name,
      quantity: line.quantity,
      unitPriceCents: line.unitPriceCents,
      discountCents: line.discountCents,
      taxCents: line.taxCents,
      stock: line.stock,
      addOnId: addOnIds[position] ?? null,
    })),
    discounts: [...price.discounts],
    totals: price.totals,
    shipping: { code: price.shipping.code, label: price.shipping.label },
    taxPercent: price.taxPercent,
    tax: price.tax,
    stock,
    address,
  }
}
