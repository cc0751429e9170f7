import { z } from 'zod'
import { TaxEstimate, TaxRow } from '#pricing/rules/tax-lines.ts'
import { Address } from '#shared/address.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'

const Line = z.object({
  name: z.string(),
  quantity: z.number().int(),
  /** Of one, before discounts and tax. */
  price: Price,
  /** Of all, before discounts and tax. */
  subtotal: Price,
  discount: Price,
  tax: Price,
})

/** An invoice or a credit note as it was issued: nothing in it is looked up again. */
export const InvoiceDocument = z.object({
  /** `reversal` takes back a credit note whose refund the bank sent back. */
  kind: z.enum(['invoice', 'credit-note', 'reversal']),
  /** The language that it is written in; absent for the first one of the shop. */
  locale: z.string().optional(),
  /** Calendar dates of the shop. */
  issued_on: z.string(),
  ordered_on: z.string(),
  order_number: z.string(),
  /** The number of the invoice that a credit note corrects, or of the credit note that a reversal takes back. */
  corrects: z.string().nullable(),
  /** Why it was refunded, in words; null for none. */
  reason: z.string().nullable().default(null),
  seller: z.object({
    name: z.string(),
    lines: z.array(z.string()),
    email: z.string(),
    tax_numbers: z.array(z.object({ label: z.string(), number: z.string() })),
  }),
  buyer: z.object({ email: z.string(), address: Address }),
  currency: CurrencyCode,
  lines: z.array(Line),
  /** With the reason of each, and its name for the buyer. */
  discounts: z.array(z.object({ code: z.string(), reason: z.string(), name: z.string(), amount: Price })),
  subtotal: Price,
  discount: Price,
  shipping: z.object({ label: z.string(), amount: Price }),
  taxes: z.array(TaxRow),
  /** Set where the tax service gave no answer. */
  tax_estimate: TaxEstimate.nullable().default(null),
  total: Price,
  /** The part that credit paid, or, on a credit note, that was given as credit. */
  credit: Price.default('0.00'),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
})

export type InvoiceDocument = z.output<typeof InvoiceDocument>
