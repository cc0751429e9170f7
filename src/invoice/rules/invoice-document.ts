import { z } from 'zod'
import { Address } from '#shared/address.ts'

/** A numeric string with two decimals. */
const Amount = z.string()

const Line = z.object({
  name: z.string(),
  quantity: z.number().int(),
  /** Of one, before discounts and tax. */
  price: Amount,
  /** Of all, before discounts and tax. */
  subtotal: Amount,
  discount: Amount,
  tax: Amount,
})

/** An invoice or a credit note as it was given out: nothing in it is looked up again. */
export const InvoiceDocument = z.object({
  kind: z.enum(['invoice', 'credit-note']),
  /** Calendar dates of the shop. */
  issued_on: z.string(),
  ordered_on: z.string(),
  order_number: z.string(),
  /** The number of the invoice that a credit note corrects. */
  corrects: z.string().nullable(),
  seller: z.object({
    name: z.string(),
    lines: z.array(z.string()),
    email: z.string(),
    tax_numbers: z.array(z.object({ label: z.string(), number: z.string() })),
  }),
  buyer: z.object({ email: z.string(), address: Address }),
  currency: z.literal('USD'),
  lines: z.array(Line),
  /** With the reason for which each was given, and what the buyer calls it. */
  discounts: z.array(z.object({ code: z.string(), reason: z.string(), name: z.string(), amount: Amount })),
  subtotal: Amount,
  discount: Amount,
  shipping: z.object({ label: z.string(), amount: Amount }),
  /** Whose tax, at which rate; the rate is null where it was not kept. */
  taxes: z.array(z.object({ jurisdiction: z.string(), percent: z.number().nullable(), amount: Amount })),
  total: Amount,
  /** What credit paid of it, or, on a credit note, what was given as credit. */
  credit: Amount.default('0.00'),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
})

export type InvoiceDocument = z.output<typeof InvoiceDocument>
