import { z } from 'zod'
import { DiscountReply, RefusalReply } from '#coupon/rules/discount-reply.ts'
import { DateRangeReply } from '#shared/date-range-schema.ts'
import { defineEndpoint } from '#shared/endpoint.ts'
import { CurrencyCode, Price } from '#shared/price-schema.ts'
import { PricedLineReply } from '#pricing/rules/priced-line-reply.ts'
import { GiftDetails, GiftDraft } from './rules/gift-details.ts'

const Code = z.string().trim().min(1).max(40)
const invalidCodeMessage = 'Kindly enter a valid promo code.'
const PromoCode = z.string(invalidCodeMessage).trim().min(1, invalidCodeMessage).max(60, invalidCodeMessage)

const CartLine = PricedLineReply.omit({ tax: true }).extend({
  image: z.string(),
  max_quantity: z.number().int(),
  is_refill: z.boolean(),
  /** Added and removed by its own rule: without quantity and Remove. */
  is_gift: z.boolean(),
  renewal: z.object({ plan_code: z.string(), price: Price, interval_months: z.number().int() }).nullable(),
  preorder_note: z.string().nullable(),
  /** Its product page; null when the catalogue has no entry for it. */
  pdp_url: z.string().nullable(),
})

const Upsell = z.object({
  plan_code: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  detail: z.string(),
  header: z.string(),
  who_for: z.string(),
  price: Price,
  price_subtext: z.string(),
  price_frequency: z.string(),
  /** What the bundle takes off; nothing for a single plan. */
  discount: Price,
  currency: CurrencyCode,
  image: z.string(),
})

/** The values entered at checkout, by field; never a card's. */
const Draft = z
  .record(
    z
      .string()
      .max(60)
      .regex(/^(?!card)[a-zA-Z0-9_.]+$/, 'Please give fields of the checkout form, and none of a card.'),
    z.string().max(300),
  )
  .refine((draft) => Object.keys(draft).length <= 40, 'Please give at most 40 fields.')

/** The cart with its totals. Without shipping and tax: those are calculated at checkout. */
export const CartReply = z.object({
  /** Null until something is written. */
  cart_id: z.string().nullable(),
  items: z.record(z.string(), z.number().int()),
  bundles: z.array(z.string()),
  promo_code: z.string().nullable(),
  /** Further codes that can be combined with others, in the order in which they were entered. */
  further_codes: z.array(z.string()),
  stackable_coupon: z.string().nullable(),
  lines: z.array(CartLine),
  /** Of all its amounts: the visitor's. */
  currency: CurrencyCode,
  /** In which it was last changed, where that is another one: the prices are then in the new one. Null otherwise. */
  currency_before: CurrencyCode.nullable(),
  discounts: z.array(DiscountReply),
  subtotal: Price,
  discount: Price,
  total: Price,
  /** When it arrives by the standard method if it is ordered now; null for gifts alone and where nothing ships to. */
  arrives: DateRangeReply.nullable(),
  /** Codes of the cart that take nothing off, and why (`CouponRefusal`). */
  refusals: z.array(RefusalReply),
  /** Lines that cannot be sold to the visitor's country as they are, with an error of spec §8. */
  refused_lines: z.array(z.object({ plan_code: z.string(), code: z.string(), detail: z.string() })),
  upsells: z.array(Upsell),
  draft: Draft,
  /** Whether something in it is bought for somebody else; a process of the release before does not say it. */
  has_gift: z.boolean().default(false),
  /** The recipient of the gift in it; null without a gift, and before one is entered. */
  gift: GiftDetails.nullable(),
  /** Text entered for the gift that is not saved as its details yet; null when there is none. */
  gift_draft: GiftDraft.nullable(),
  /** The days on which a gift may start, as ISO dates. */
  gift_days: z.object({ from: z.string(), until: z.string() }),
})

export type CartReply = z.output<typeof CartReply>

export const viewCart = defineEndpoint({
  name: 'viewCart',
  method: 'GET',
  path: '/api/cart',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads the cart of a cookie that nobody can guess' },
  payload: z.object({}),
  reply: CartReply,
  errors: [],
})

/** Adds a plan or the bundle `syn-wk-duo`, by the laws of spec §4. */
export const addCartItem = defineEndpoint({
  name: 'addCartItem',
  method: 'POST',
  path: '/api/cart/items',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['cart'],
  payload: z.object({
    code: Code,
    quantity: z.number().default(1),
    /** As a link does: adds only what is not in the cart yet, so it may be repeated. */
    only_if_absent: z.boolean().default(false),
    /** As an upsell does: adds once what is offered with the cart as it is then; anything else is ACTION_NOT_ALLOWED. */
    only_if_offered: z.boolean().default(false),
  }),
  reply: CartReply,
  errors: [
    'PRODUCT_NOT_FOUND',
    'ITEM_NOT_AVAILABLE',
    'QUANTITY_NOT_ALLOWED',
    'VALIDATION_ERROR',
    'ACTION_NOT_ALLOWED',
  ],
})

/** "Edit Quantity" (spec §2); 0 deletes. */
export const setCartItem = defineEndpoint({
  name: 'setCartItem',
  method: 'PUT',
  path: '/api/cart/items/{code}',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['cart'],
  payload: z.object({ code: Code, quantity: z.number() }),
  reply: CartReply,
  errors: ['PRODUCT_NOT_FOUND', 'QUANTITY_NOT_ALLOWED', 'ITEM_NOT_AVAILABLE', 'VALIDATION_ERROR'],
})

/** Takes one away, or all of it with `force`. */
export const removeCartItem = defineEndpoint({
  name: 'removeCartItem',
  method: 'DELETE',
  path: '/api/cart/items/{code}',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['cart'],
  payload: z.object({ code: Code, force: z.union([z.boolean(), z.stringbool()]).default(false) }),
  reply: CartReply,
  errors: ['PRODUCT_NOT_FOUND', 'ITEM_NOT_AVAILABLE', 'VALIDATION_ERROR'],
})

/** Empties the cart and resets its id (spec §4). */
export const clearCart = defineEndpoint({
  name: 'clearCart',
  method: 'DELETE',
  path: '/api/cart',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['cart'],
  payload: z.object({}),
  reply: CartReply,
  errors: [],
})

/**
 * Puts a code on the cart. An entered code that can be combined is added to the others, at most four in all; any other
 * replaces the promo code. One that gives no discount is refused and the one before it stays; a code from a link is
 * saved by the rule of spec §4, and the response's `refusals` say what is wrong with it.
 */
export const setPromoCode = defineEndpoint({
  name: 'setPromoCode',
  method: 'PUT',
  path: '/api/cart/promo-code',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['cart', 'codes'],
  payload: z.object({ code: PromoCode, from_link: z.boolean().default(false) }),
  reply: CartReply,
  errors: ['INVALID_COUPON', 'VALIDATION_ERROR'],
})

export const removePromoCode = defineEndpoint({
  name: 'removePromoCode',
  method: 'DELETE',
  path: '/api/cart/promo-code',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['cart'],
  /** If missing, the promo code; otherwise that one of the entered codes. */
  payload: z.object({ code: PromoCode.optional() }),
  reply: CartReply,
  errors: ['VALIDATION_ERROR'],
})

/** Checks a code and puts it on the cart. */
export const redeemCoupon = defineEndpoint({
  name: 'redeemCoupon',
  method: 'POST',
  path: '/ecommerce/coupon/redemption/',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['cart', 'codes'],
  payload: z.object({ code: PromoCode }),
  reply: CartReply,
  errors: ['INVALID_COUPON', 'VALIDATION_ERROR'],
})

/**
 * Saves the values entered at checkout, replacing the earlier ones. They may be incomplete; a country, region or postal
 * code that does not exist is refused under its name, as `address.zip`.
 */
export const saveDraft = defineEndpoint({
  name: 'saveDraft',
  method: 'PUT',
  path: '/api/cart/draft',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['cart'],
  payload: z.object({ draft: Draft }),
  reply: CartReply,
  errors: ['BILLING_VALIDATION_ERROR', 'VALIDATION_ERROR'],
})

/** Flags the visitor as eligible for the hidden coupon of a plan (spec §4): what the link of that offer does. */
export const takeCouponOffer = defineEndpoint({
  name: 'takeCouponOffer',
  method: 'PUT',
  path: '/api/cart/coupon-offer',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['cart'],
  payload: z.object({}),
  reply: CartReply,
  errors: [],
})
