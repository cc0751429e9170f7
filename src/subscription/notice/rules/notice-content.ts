import { z } from 'zod'
import { Totals } from '#pricing/rules/totals.ts'
import { CurrencyCode } from '#shared/price-schema.ts'

const { totalCents, creditCents } = Totals.unwrap().shape

/** The content of a notice, stored as it was sent. Days are ISO dates of the shop's calendar. */
export const NoticeContent = z.object({
  planName: z.string(),
  /** Of the subscription that the notice is about; null in notices from before it was stored. */
  version: z.int().nullable().default(null),
  intervalMonths: z.int(),
  /** Of its amounts; USD in notices from before it was stored. */
  currency: CurrencyCode.default('USD'),
  /**
   * The total of the next order, and its date; for a price that ends, of the first order at the full price; for an
   * increase, of the first order that bears it.
   */
  totalCents,
  /** The part that credit pays, as of then. Zero in notices from before it was stored. */
  creditCents: creditCents.default(0),
  nextOn: z.string(),
  /** When the order of `nextOn` arrives; null in notices from before it was stored. */
  arrives: z.object({ from: z.string(), until: z.string() }).nullable().default(null),
  eventOn: z.string(),
  card: z.object({ brand: z.string(), last4: z.string() }),
  /** How many orders were left when it was made; null for no end, and in notices from before it was stored. */
  remainingOrders: z.int().nullable().default(null),
  /** Whether its order is the last one. */
  isLast: z.boolean().default(false),
  /** Of one unit, where the price changes. */
  oldCents: z.int().nullable(),
  newCents: z.int().nullable(),
  /** After an undone increase, the next one that the member was notified of, with its first order; null for none. */
  nextIncrease: z.object({ cents: z.int(), on: z.string() }).nullable().default(null),
  /** The code that ends, of the kind `promotion-end`; null for a first price, and in notices from before. */
  code: z.string().nullable().default(null),
  /** The sentences of the rules that hold where it is delivered. */
  texts: z.array(z.string()),
  /** What is wrong with an address that does not exist, in English; in notices from before it was stored it is part of `texts`. */
  addressProblems: z.array(z.string()).default([]),
})

export type NoticeContent = z.output<typeof NoticeContent>
