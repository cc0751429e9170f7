import { z } from 'zod'
import { DiscountReply, RefusalReply } from '#coupon/rules/discount-reply.ts'
import { GiftDetails } from '#cart/rules/gift-details.ts'
import { PricedLineReply } from '#pricing/rules/priced-line-reply.ts'
import { totalsReply } from '#pricing/rules/totals.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { Address, Email } from '#shared/address.ts'
import { DateRangeReply } from '#shared/date-range-schema.ts'
import { checkFields } from '#shared/human-check.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import { PageChallenge } from '#payment/endpoints.ts'

const ExpectedPrice = z.string().regex(/^\d{1,9}(\.\d{2,3})?$/, 'Please give a price such as 49.99.')

/** What the browser expects to buy (spec §3); compared with the cart and the shop's prices, never used as input. */
const ExpectedLine = z.object({
  product_plan_id: z.string().max(64).optional(),
  plan_code: z.string().max(40),
  quantity: z.number().int(),
  price: ExpectedPrice.optional(),
  srp_now: z.boolean().optional(),
})

const Shipping = z.object({ method_code: z.string().max(60), amount: ExpectedPrice.optional() })

export const Totals = z.object({
  currency: CurrencyCode,
  lines: z.array(PricedLineReply),
  discounts: z.array(DiscountReply),
  refusals: z.array(RefusalReply),
  ...totalsReply,
  shipping: z.object({ method_code: z.string(), label: z.string(), amount: totalsReply.shipping }),
  /** The part of the total that the card pays. */
  to_pay: Price,
  /** The member's available credit; `0.00` for visitors. */
  credit_available: Price,
  /** The renewal sentences next to the pay button. */
  terms: z.array(z.string()),
  /** The first renewal of each subscription that it starts, in numbers: for wallets, and for sentences in other languages. */
  renewals: z.array(
    z.object({
      name: z.string(),
      quantity: z.number().int(),
      amount: Price,
      /** The total after a code has applied to its number of renewals; null when the price stays. */
      afterwards: z.object({ renewals: z.number().int(), amount: Price }).nullable(),
      interval_months: z.number().int(),
      /** ISO date. */
      first_on: z.string(),
    }),
  ),
  preorder_note: z.string().nullable(),
  /** The recipient of the gift in it; null without a gift, and in a preview before one is entered. */
  gift: GiftDetails.nullable(),
  shipping_methods: z.array(
    z.object({
      method_code: z.string(),
      label: z.string(),
      detail: z.string(),
      amount: Price,
      /** When it arrives if it is ordered now; null for a gift alone. */
      arrives: DateRangeReply.nullable(),
    }),
  ),
})

export type Totals = z.output<typeof Totals>

export const previewPurchase = defineEndpoint({
  name: 'previewPurchase',
  method: 'POST',
  path: '/ecommerce/purchase/preview/',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['preview', 'codes'],
  payload: z.object({
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'Kindly enter your country')
      .optional(),
    region: z.string().max(60).default(''),
    zip: z.string().max(16).default(''),
    coupon_codes: z.array(z.string().max(60)).max(5).optional(),
    shipping: Shipping.optional(),
    lines: z.array(ExpectedLine).max(20).optional(),
    /** Whether the signed-in member's credit is to pay of it. */
    use_credit: z.boolean().default(true),
  }),
  reply: Totals,
  errors: [
    'CART_EMPTY',
    'PRODUCT_NOT_FOUND',
    'QUANTITY_NOT_ALLOWED',
    'QUANTITY_NOT_ALLOWED_IN_COUNTRY',
    'PRODUCT_NOT_ALLOWED_IN_COUNTRY',
    'BILLING_VALIDATION_ERROR',
    'VALIDATION_ERROR',
  ],
})

export const PurchaseReply = z.object({
  /** `challenge`: the buyer goes to challenge_url; `pending`: the payment is still being confirmed. */
  status: z.enum(['ordered', 'challenge', 'pending', 'declined']),
  checkout_id: z.string(),
  /** Everything that was bought. */
  order: z.object({ number: z.string(), total: Price, currency: CurrencyCode }).nullable(),
  /** The number of the gift's own order; null without a gift. */
  gift_order: z.string().nullable(),
  challenge_url: z.string().nullable(),
  error: z.object({ code: z.string(), detail: z.string() }).nullable(),
  loamSessionToken: z.string().nullable(),
})

export type PurchaseReply = z.output<typeof PurchaseReply>

export const purchase = defineEndpoint({
  name: 'purchase',
  method: 'POST',
  path: '/api/purchase',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'denied: money',
  limit: ['purchase', 'codes'],
  payload: z.object({
    /** If missing, the cart of the cookie. */
    cart_id: z.uuid().optional(),
    /** Made by the client, once per filled form: the same request twice is one purchase. */
    request_id: z.string().min(8).max(64),
    timeframe: z.literal('now').default('now'),
    email: Email,
    address: Address,
    shipping: Shipping,
    coupon_codes: z.array(z.string().max(60)).max(5).optional(),
    lines: z.array(ExpectedLine).max(20).optional(),
    /** The total that the buyer was shown; if it differs, TOTAL_CHANGED. */
    total: ExpectedPrice,
    /** The currency that it was shown in; if it differs from the one that counts, TOTAL_CHANGED. */
    currency: CurrencyCode.optional(),
    /** The credit that was shown; if it differs, TOTAL_CHANGED. `0.00` uses none. */
    credit: ExpectedPrice.default('0.00'),
    card: z
      .union([z.object({ token: z.string().min(1).max(255) }), z.object({ payment_method_id: z.uuid() })])
      .optional(),
    /** Required when many cards were declined recently: CAPTCHA_FAILED without it. */
    ...checkFields,
  }),
  reply: PurchaseReply,
  errors: [
    'VALIDATION_ERROR',
    'BILLING_VALIDATION_ERROR',
    'INVALID_COUPON',
    'ITEM_NOT_AVAILABLE',
    'PRODUCT_NOT_FOUND',
    'PRODUCT_NOT_ALLOWED_IN_COUNTRY',
    'QUANTITY_NOT_ALLOWED',
    'QUANTITY_NOT_ALLOWED_IN_COUNTRY',
    'DUPLICATE_TRANSACTION_WARNING',
    'CART_EMPTY',
    'SIGN_IN_REQUIRED',
    'TOTAL_CHANGED',
    'CARD_DECLINED',
    'CARD_EXPIRED',
    'CARD_DATA_WRONG',
    'PAYMENT_PENDING',
    'UNAUTHENTICATED',
    'NOT_FOUND',
    'CAPTCHA_FAILED',
  ],
})

/**
 * The result of a checkout. `details`, `page_challenge`, `order`, `gift_order` and `challenge_url` are given for a day, to the browser that
 * ordered or the member whose order it is; to anybody else they are null, and only `order_number` is given.
 */
const PurchaseDetails = z.object({
  email: z.string(),
  /** Bought by a visitor: a link is mailed, to a new account or to the one of the email, which is not revealed here. */
  is_new_account: z.boolean(),
  totals: Totals,
  address: Address,
  placed_at: z.string(),
  /** When it arrives as far as is known today; null before the payment is settled, and for a gift. */
  arrives: DateRangeReply.nullable(),
  /** The days of the next orders of the subscriptions that it started. */
  renews_on: z.array(z.string()),
})

export type PurchaseDetails = z.output<typeof PurchaseDetails>

export const viewPurchase = defineEndpoint({
  name: 'viewPurchase',
  method: 'GET',
  path: '/api/purchase/{id}',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'its id is a key that nobody can guess' },
  payload: z.object({ id: z.uuid() }),
  reply: PurchaseReply.extend({
    order_number: z.string().nullable(),
    /** While the bank's question is asked on the shop's own page. */
    page_challenge: PageChallenge.nullable(),
    details: PurchaseDetails.nullable(),
  }),
  errors: ['NOT_FOUND', 'VALIDATION_ERROR'],
})
