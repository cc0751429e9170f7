import { z } from 'zod'
import { GiftDetails } from '#cart/rules/gift-details.ts'
import { Address } from '#shared/address.ts'
import { renewalTermText } from '#order/rules/order-terms.ts'
import type { Quote } from '../rules/quote.ts'

const Cents = z.number().int()

const DiscountShare = z.object({ code: z.string(), reason: z.string(), cents: Cents })

const StoredLine = z.object({
  planCode: z.string(),
  name: z.string(),
  quantity: z.number().int(),
  unitPriceCents: Cents,
  subtotalCents: Cents,
  discountCents: Cents,
  /** Empty in checkouts from before it was stored. */
  discounts: z.array(DiscountShare).default([]),
  taxCents: Cents,
  totalCents: Cents,
  /** Null in checkouts from before it was stored. */
  stock: z.object({ product: z.string(), quantity: z.number().int() }).nullable().default(null),
})

const StoredRenewal = z.object({
  linePlanCode: z.string(),
  planCode: z.string(),
  planName: z.string(),
  quantity: z.number().int(),
  unitPriceCents: Cents,
  intervalMonths: z.number().int(),
  firstOn: z.string(),
  totalCents: Cents,
  couponCode: z.string().nullable(),
  couponRenewals: z.number().int().nullable().default(null),
})

/** The totals of a checkout as the buyer agreed to them; exactly these are charged and written. */
export const StoredQuote = z.object({
  currency: z.literal('USD'),
  lines: z.array(StoredLine),
  discounts: z.array(DiscountShare),
  subtotalCents: Cents,
  discountCents: Cents,
  shipping: z.object({ methodCode: z.string(), label: z.string(), cents: Cents }),
  taxCents: Cents,
  /** Null in checkouts from before it was stored. */
  taxPercent: z.number().nullable().default(null),
  totalCents: Cents,
  /** Paid by the member's credit. Zero in checkouts written before members could have credit. */
  creditCents: Cents.default(0),
  renewals: z.array(StoredRenewal),
  preorderNote: z.string().nullable(),
  terms: z.array(z.string()),
})

export type StoredQuote = z.output<typeof StoredQuote>

/** The buyer and the destination; never a card number. */
export const StoredPurchase = z.object({
  email: z.string(),
  /** The signed-in member, or the account of a one-time order; null opens a new one (ruling 15). */
  accountId: z.string().nullable(),
  /** Nobody was signed in: the owner of the e-mail is unknown. False in checkouts from before it was stored. */
  isGuest: z.boolean().default(false),
  address: Address,
  /** A saved card of the member; null when the card comes with the charge. */
  paymentMethodId: z.string().nullable(),
  /** The visit id of the buyer's consent; null without a choice, and in checkouts from before it was stored. */
  consent: z.object({ visitId: z.string(), privacySignal: z.boolean() }).nullable().default(null),
  /** Whom the gift in it is for; null without one. */
  gift: GiftDetails.nullable().default(null),
  /** What was in the cart, by plan; null in checkouts from before it was stored. */
  items: z.record(z.string(), z.int()).nullable().default(null),
})

export type StoredPurchase = z.output<typeof StoredPurchase>

/** The sentences next to the pay button, one per subscription that the purchase starts. */
const termsOf = (quote: Quote): string[] =>
  quote.renewals.map((renewal) =>
    renewalTermText({
      name: renewal.planName,
      planCode: renewal.planCode,
      quantity: renewal.quantity,
      priceCents: renewal.totalCents,
      currency: quote.currency,
      afterwards:
        renewal.couponRenewals === null || renewal.laterTotalCents === null
          ? null
          : { renewals: renewal.couponRenewals, priceCents: renewal.laterTotalCents },
      intervalMonths: renewal.intervalMonths,
      firstOn: renewal.firstOn,
    }),
  )

/** What a checkout stores of its quote. */
export const storedQuote = (quote: Quote): StoredQuote =>
  StoredQuote.parse({ ...quote, terms: termsOf(quote) })
