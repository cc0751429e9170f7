import { z } from 'zod'
import { LineAmounts } from './line-amounts.ts'
import { OrderTax } from './order-tax.ts'
import { Totals } from './totals.ts'
import { CurrencyCode } from '#shared/price-schema.ts'

/** What one code or offer takes off. */
export const DiscountShare = z.object({ code: z.string(), reason: z.string(), cents: z.int() })

export type DiscountShare = Readonly<z.output<typeof DiscountShare>>

const Line = LineAmounts.extend({
  planCode: z.string(),
  name: z.string(),
  /** What the whole line takes from stock; null in quotes from before it was stored. */
  stock: z.object({ product: z.string(), quantity: z.int() }).nullable().default(null),
})

/**
 * The price of an order as it is stored before it is charged, so that any process can charge exactly this and write the
 * order. Checkouts and billing cycles add what else they need.
 */
export const Quote = z.object({
  currency: CurrencyCode,
  lines: z.array(Line),
  discounts: z.array(DiscountShare),
  totals: Totals,
  shipping: z.object({ code: z.string(), label: z.string() }),
  /** Null in quotes from before it was stored. */
  taxPercent: z.number().nullable().default(null),
  /** The tax by jurisdiction; null in quotes from before it was stored. */
  tax: OrderTax.nullable().default(null),
})
