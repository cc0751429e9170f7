import { z } from 'zod'
import { wirePrice } from '#shared/money.ts'
import { Price } from '#shared/price-schema.ts'
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
})

type Line = Omit<PricedLine, 'image' | 'discounts' | 'stock' | 'renewal'>

/** A priced line in the form of the wire. */
export const wirePricedLine = (line: Line): z.output<typeof PricedLineReply> => ({
  plan_code: line.planCode,
  name: line.name,
  quantity: line.quantity,
  price: wirePrice(line.unitPriceCents),
  subtotal: wirePrice(line.subtotalCents),
  discount: wirePrice(line.discountCents),
  tax: wirePrice(line.taxCents),
  total: wirePrice(line.totalCents),
})
