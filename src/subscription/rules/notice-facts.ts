import { z } from 'zod'

const Cents = z.number().int()

/** What a notice says, kept as it was sent. Days are ISO dates of the shop's calendar. */
export const NoticeWords = z.object({
  planName: z.string(),
  intervalMonths: z.number().int(),
  /** What the next order comes to, and when. */
  totalCents: Cents,
  nextOn: z.string(),
  eventOn: z.string(),
  card: z.object({ brand: z.string(), last4: z.string() }),
  /** Of one unit, where the price changes. */
  oldCents: Cents.nullable(),
  newCents: Cents.nullable(),
  /** The code that ends, of the kind `promotion-end`; null for a first price, and in notices from before. */
  code: z.string().nullable().default(null),
  /** The sentences of the rules that hold where it is delivered. */
  texts: z.array(z.string()),
})

export type NoticeWords = z.output<typeof NoticeWords>
