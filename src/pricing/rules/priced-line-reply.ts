import { z } from 'zod'
import type { Currency } from '#shared/money.ts'
import { CurrencyCode } from '#shared/price-schema.ts'
import { lineReply, wireLine } from './line-amounts.ts'
import type { LineAmounts } from './line-amounts.ts'

/** A priced line on the wire. */
export const PricedLineReply = z.object({
  plan_code: z.string(),
  name: z.string(),
  quantity: z.number().int(),
  ...lineReply,
  /** Of all its amounts. */
  currency: CurrencyCode,
})

interface Line extends LineAmounts {
  readonly planCode: string
  readonly name: string
}

/** A priced line in the form of the wire. */
export const wirePricedLine = (line: Line, currency: Currency): z.output<typeof PricedLineReply> => ({
  plan_code: line.planCode,
  name: line.name,
  quantity: line.quantity,
  ...wireLine(line, currency),
  currency,
})
