import { z } from 'zod'
import { currencyOf } from '#shared/currency-codes.ts'
import { parsePrice, wirePrice } from '#shared/money.ts'
import type { Cents } from '#shared/money.ts'
import { shopCurrencies } from '#shared/shop-currency.ts'

/** An amount for each currency that the shop can sell in, as text: `{ "USD": "60.00" }`; also for others it once sold in. */
const AmountsByCurrency = z
  .record(z.string(), z.string())
  .superRefine((amounts, context) => {
    for (const code of shopCurrencies)
      if (!Object.hasOwn(amounts, code))
        context.addIssue({ code: 'custom', message: `an amount in ${code} is missing` })
  })
  .transform((amounts, context) => {
    const fault = (code: string, message: string) => {
      context.addIssue({ code: 'custom', path: [code], message })
      return []
    }
    const sums = Object.entries(amounts).flatMap(([code, amount]): (readonly [string, Cents])[] => {
      const currency = currencyOf(code)
      if (currency === null) return fault(code, `there is no currency ${code}`)
      try {
        return [[currency, parsePrice(amount, currency)]]
      } catch {
        return fault(code, `not an amount in ${code} such as ${wirePrice(1250, currency)}`)
      }
    })
    return new Map(sums)
  })

/** Until when something can be reported, and what is resolved without an operator: `content/problems.json`. */
export const ProblemPolicy = z.strictObject({
  /** Days after a shipment left in which something of it can be reported. */
  report_within_days: z.int().min(1).max(365),
  /** The refund of the lines, tax included, up to which a problem is resolved as its buyer chooses; 0, or no amount: never. */
  automatic_up_to: AmountsByCurrency,
  /** Of an account, at most one problem is resolved that way in this many days. */
  automatic_every_days: z.int().min(1).max(3650),
})

export type ProblemPolicy = z.output<typeof ProblemPolicy>
