import { z } from 'zod'
import type { OrderPrice } from '#cart/rules/order-price.ts'
import { Address } from '#shared/address.ts'

const Cents = z.number().int()
const DiscountShare = z.object({
  code: z.string(),
  reason: z.enum(['bundle', 'promo-code', 'stackable', 'automatic', 'forever']),
  cents: Cents,
})

/** What a billing cycle keeps of its price, so that any process can finish it at the sum that was charged. */
export const BillingQuote = z.object({
  currency: z.literal('USD'),
  planCode: z.string(),
  name: z.string(),
  quantity: z.number().int(),
  unitPriceCents: Cents,
  subtotalCents: Cents,
  discountCents: Cents,
  discounts: z.array(DiscountShare),
  shipping: z.object({ code: z.string(), label: z.string(), cents: Cents }),
  taxCents: Cents,
  lineTaxCents: Cents,
  totalCents: Cents,
  stock: z.object({ product: z.string(), units: z.number().int() }),
  address: Address,
})

export type BillingQuote = z.output<typeof BillingQuote>

/** The quote of a renewal, which has one line and always ships. */
export const billingQuote = (
  price: OrderPrice,
  stock: BillingQuote['stock'],
  address: Address,
): BillingQuote => {
  const [line] = price.lines
  if (!line || !price.shipping) throw new RangeError('a renewal has a line and ships')
  return {
    currency: price.currency,
    planCode: line.planCode,
    name: line.name,
    quantity: line.quantity,
    unitPriceCents: line.unitPriceCents,
    subtotalCents: price.subtotalCents,
    discountCents: price.discountCents,
    discounts: [...price.discounts],
    shipping: { code: price.shipping.methodCode, label: price.shipping.label, cents: price.shipping.cents },
    taxCents: price.taxCents,
    lineTaxCents: line.taxCents,
    totalCents: price.totalCents,
    stock,
    address,
  }
}
