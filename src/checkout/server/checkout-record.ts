import type { Selectable } from 'kysely'
import { z } from 'zod'
import { GiftDetails } from '#cart/rules/gift-details.ts'
import { Address } from '#shared/address.ts'
import { instantOrNull } from '#shared/dates.ts'
import type { Database } from '#platform/schema.ts'
import { renewalTermText } from '../rules/renewal-terms.ts'
import { Quote } from '#pricing/rules/quote.ts'
import type { Quote as PurchaseQuote } from '../rules/quote.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

const PricedLine = Quote.shape.lines.element.extend({
  subtotalCents: z.int(),
  /** Empty in checkouts from before it was stored. */
  discounts: Quote.shape.discounts.default([]),
  totalCents: z.int(),
})

const StoredRenewal = z.object({
  linePlanCode: z.string(),
  planCode: z.string(),
  planName: z.string(),
  quantity: z.int(),
  unitPriceCents: z.int(),
  intervalMonths: z.int(),
  firstOn: z.string(),
  totalCents: z.int(),
  couponCode: z.string().nullable(),
  couponRenewals: z.int().nullable().default(null),
  /** Null in checkouts from before it was stored. */
  laterTotalCents: z.int().nullable().default(null),
})

/** The price of a checkout as the buyer agreed to it; exactly this is charged and written. */
const StoredQuote = Quote.extend({
  lines: z.array(PricedLine),
  renewals: z.array(StoredRenewal),
  preorderNote: z.string().nullable(),
  terms: z.array(z.string()),
})

export type StoredQuote = z.output<typeof StoredQuote>

/** The buyer and the destination; never a card number. */
const StoredPurchase = z.object({
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
  /** Whether a member's address book takes the address: not that of a wallet, beside the ones they wrote down. */
  savesAddress: z.boolean().default(true),
  /** Of the page; null in checkouts from before it was stored. */
  locale: z.string().nullable().default(null),
})

export type StoredPurchase = z.output<typeof StoredPurchase>

/** Whether nobody was signed in, also in checkouts from before that was stored. */
export const isOfGuest = ({ accountId, isGuest }: Pick<StoredPurchase, 'accountId' | 'isGuest'>): boolean =>
  isGuest || accountId === null

/** The price of renewals after a code has ended; null when the price stays. */
export const laterRenewals = (
  renewal: Pick<PurchaseQuote['renewals'][number], 'couponRenewals' | 'laterTotalCents'>,
) =>
  renewal.couponRenewals === null || renewal.laterTotalCents === null
    ? null
    : { renewals: renewal.couponRenewals, priceCents: renewal.laterTotalCents }

/** Whom sentences are for: their language, and what the catalogue says in it. */
export interface Reader {
  readonly locale: Locale
  readonly translated: (text: string) => string
}

/** Of everybody who asks the API. */
export const apiReader: Reader = { locale: defaultLocale, translated: (text) => text }

/** The sentences next to the pay button, one per subscription that the purchase starts. */
export const termsOf = (quote: PurchaseQuote, { locale, translated }: Reader): string[] =>
  quote.renewals.map((renewal) =>
    renewalTermText(
      {
        name: translated(renewal.planName),
        quantity: renewal.quantity,
        priceCents: renewal.totalCents,
        currency: quote.currency,
        afterwards: laterRenewals(renewal),
        intervalMonths: renewal.intervalMonths,
        firstOn: renewal.firstOn,
      },
      locale,
    ),
  )

/** What a checkout stores of its quote. */
export const storedQuote = (quote: PurchaseQuote, reader: Reader): StoredQuote =>
  StoredQuote.parse({ ...quote, terms: termsOf(quote, reader) })

const CheckedColumns = z.object({
  state: z.enum(['charging', 'challenge', 'unknown', 'ordered', 'declined', 'abandoned']),
  quote: StoredQuote,
  purchase: StoredPurchase,
})

/** One attempt to buy a cart, as the shop works with it. */
export interface Checkout extends z.output<typeof CheckedColumns> {
  readonly id: string
  readonly cartId: string
  /** What identifies its request. */
  readonly requestKey: string | null
  readonly fingerprint: string
  /** The order that the buyer is shown; null until it is placed. */
  readonly orderId: string | null
  readonly orderNumber: string | null
  /** Of a declined or abandoned one. */
  readonly errorCode: string | null
  /** The stock set aside, by product. */
  readonly reservedStock: Readonly<Record<string, number>>
  readonly createdAt: Temporal.Instant
  readonly settledAt: Temporal.Instant | null
}

const Quantities = z.record(z.string(), z.number())

/** A checkout from its row. */
export const checkoutFrom = (row: Selectable<Database['checkout']>): Checkout => ({
  ...CheckedColumns.parse(row),
  id: row.id,
  cartId: row.cart_id,
  requestKey: row.request_key,
  fingerprint: row.fingerprint,
  orderId: row.order_id,
  orderNumber: row.order_number,
  errorCode: row.error_code,
  reservedStock: Quantities.parse(row.reserved_stock),
  createdAt: Temporal.Instant.from(row.created_at),
  settledAt: instantOrNull(row.settled_at),
})
