import { z } from 'zod'
import { Quote } from '#pricing/rules/quote.ts'
import { Address } from '#shared/address.ts'
import type { UpcomingOrder } from '../rules/upcoming-order.ts'

/** What a billing cycle stores of its price, so that any process can finish it with the charged total. */
export const BillingQuote = Quote.extend({
  /** `addOnId` is null for the subscription itself. */
  lines: z.array(Quote.shape.lines.element.extend({ addOnId: z.string().nullable() })),
  /** The quantities that it takes from stock, by product. */
  stock: z.record(z.string(), z.int()),
  address: Address,
})

export type BillingQuote = z.output<typeof BillingQuote>

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
    stock,
    address,
  }
}
