import { z } from 'zod'

const Cents = z.number().int()

/** The content of a notice, stored as it was sent. Days are ISO dates of the shop's calendar. */
export const NoticeContent = z.object({
  planName: z.string(),
  /** Of the subscription that the notice is about; null in notices from before it was stored. */
  version: z.number().int().nullable().default(null),
  intervalMonths: z.number().int(),
  /**
   * The total of the next order, and its date; for a price that ends, of the first order at the full price; for an
   * increase, of the first order that bears it.
   */
  totalCents: Cents,
  /** The part that credit pays, as of then. Zero in notices from before it was stored. */
  creditCents: Cents.default(0),
  nextOn: z.string(),
  /** When the order of `nextOn` arrives; null in notices from before it was stored. */
  arrives: z.object({ from: z.string(), until: z.string() }).nullable().default(null),
  eventOn: z.string(),
  card: z.object({ brand: z.string(), last4: z.string() }),
  /** How many orders were left when it was made; null for no end, and in notices from before it was stored. */
  remainingOrders: z.number().int().nullable().default(null),
  /** Whether its order is the last one. */
  isLast: z.boolean().default(false),
  /** Of one unit, where the price changes. */
  oldCents: Cents.nullable(),
  newCents: Cents.nullable(),
  /** After an undone increase, the next one that the member was notified of, with its first order; null for none. */
  nextIncrease: z.object({ cents: Cents, on: z.string() }).nullable().default(null),
  /** The code that ends, of the kind `promotion-end`; null for a first price, and in notices from before. */
  code: z.string().nullable().default(null),
  /** The sentences of the rules that hold where it is delivered, and a question about an address that does not exist. */
  texts: z.array(z.string()),
})

export type NoticeContent = z.output<typeof NoticeContent>
