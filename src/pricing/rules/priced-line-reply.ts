import { z } from 'zod'
import { wirePrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import type { PricedLine } from './order-price.ts'

/** A priced line on the wire. */
export const PricedLineReply = z.object({
  plan_code: z.string(),
  name: z.string(),
  quantity: z.number().int(),
  /** Of one unit. */
  price: Price,
  subtotal: Price,
  discount: Price,
  tax: Price,
  total: Price,
  /** Of all its amounts. */
  currency: CurrencyCode,
})

type Line = Omit<PricedLine, 'image' | 'discounts' | 'stock' | 'renewal'>

/** A priced line in the form of the wire. */
export const wirePricedLine = (line: Line, currency: Currency): z.output<typeof PricedLineReply> => ({
  plan_code: line.planCode,
  name: line.name,
  quantity: line.quantity,
  price: wirePrice(line.unitPriceCents, currency),
  subtotal: wirePrice(line.subtotalCents, currency),
  discount: wirePrice(line.discountCents, currency),
  tax: wirePrice(line.taxCents, currency),
  total: wirePrice(line.totalCents, currency),
  currency,
})
