import { z } from 'zod'
import { CurrencyCode, Price } from '#shared/price-schema.ts'

/** What a refund by staff would give, and whether the person may give it. */
export const PreviewedRefund = z.object({
  currency: CurrencyCode,
  amount: Price,
  to_card: Price,
  as_credit: Price,
  rows: z.array(z.object({ name: z.string(), goods: Price, tax: Price, amount: Price })),
  /** Why the person may not give it, as a sentence; null when they may. */
  refusal: z.string().nullable(),
  /** The action for which the passkey is used again; null for a refund that needs none. */
  action: z.string().nullable(),
})
