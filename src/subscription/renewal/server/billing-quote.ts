import { z } from 'zod'
import { Address } from '#shared/address.ts'
import type { UpcomingOrder } from '../rules/upcoming-order.ts'

const Cents = z.number().int()
const DiscountShare = z.object({
  code: z.string(),
  reason: z.enum(['bundle', 'promo-code', 'stackable', 'automatic', 'forever', 'renewals']),
  cents: Cents,
})

/** What a billing cycle stores of its price, so that any process can finish it with the charged total. */
export const BillingQuote = z.object({
  currency: z.literal('USD'),
  lines: z.array(
    z.object({
      planCode: z.string(),
      name: z.string(),
      quantity: z.number().int(),
      unitPriceCents: Cents,
      discountCents: Cents,
      taxCents: Cents,
      /** Null in cycles from before it was stored. */
      stock: z.object({ product: z.string(), quantity: z.number().int() }).nullable().default(null),
      /** Null for the subscription itself. */
      addOnId: z.string().nullable(),
    }),
  ),
  subtotalCents: Cents,
  discountCents: Cents,
  discounts: z.array(DiscountShare),
  shipping: z.object({ code: z.string(), label: z.string(), cents: Cents }),
  taxCents: Cents,
  /** Null in cycles from before it was stored. */
  taxPercent: z.number().nullable().default(null),
  totalCents: Cents,
  /** Paid by the member's credit. Zero in cycles written before members could have credit. */
  creditCents: Cents.default(0),
  /** The quantities that it takes from stock, by product. */
  stock: z.record(z.string(), z.number().int()),
  address: Address,
})

export type BillingQuote = z.output<typeof BillingQuote>

/** The quote of a renewal, which always ships. */
export const billingQuote = (
  { price, creditCents, addOnIds }: Pick<UpcomingOrder, 'price' | 'creditCents' | 'addOnIds'>,
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
    subtotalCents: price.subtotalCents,
    discountCents: price.discountCents,
    discounts: [...price.discounts],
    shipping: { code: price.shipping.methodCode, label: price.shipping.label, cents: price.shipping.cents },
    taxCents: price.taxCents,
    taxPercent: price.taxPercent,
    totalCents: price.totalCents,
    creditCents,
    stock,
    address,
  }
}
