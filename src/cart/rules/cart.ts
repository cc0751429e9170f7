import { bundleOf } from '#catalogue/rules/plan.ts'
import type { Plan, Plans } from '#catalogue/rules/plan.ts'
import type { Bundle } from '#catalogue/rules/plan-rules.ts'
import { ShopError } from '#shared/errors.ts'
import { ownValue } from '#shared/own-value.ts'
import { isSameGift } from './gift-plan.ts'
import type { GiftDetails, GiftDraft } from './gift-details.ts'

type Items = Cart['items']

/** What was added to a cart after its purchase began: the quantities beyond those that were bought. */
export const leftInCart = (now: Items, bought: Items): Items =>
  Object.fromEntries(
    Object.entries(now).flatMap(([code, quantity]) => {
      const left = quantity - (ownValue(bought, code) ?? 0)
      return left > 0 ? [[code, left]] : []
    }),
  )

/** What somebody intends to buy (spec §3). Plain data: the same in the database, on the wire and in the browser. */
export interface Cart {
  /** Plan code to quantity. */
  readonly items: Readonly<Record<string, number>>
  /** Codes of the bundles whose units are all still in the cart. */
  readonly bundles: readonly string[]
  readonly promoCode: string | null
  /** Further codes that can be combined with others, in the order in which they were entered. */
  readonly furtherCodes: readonly string[]
  /** Key of a hidden coupon that works with the promo code. */
  readonly stackableCoupon: string | null
  /** The visitor was offered the coupon that comes with a plan. */
  readonly isCouponOffered: boolean
  /** The recipient of the gift in it; null without a gift, and before one is entered. */
  readonly giftDetails: GiftDetails | null
  /** Text entered for the gift that is not saved as its details yet; null when there is none. */
  readonly giftDraft: GiftDraft | null
}

export const emptyCart: Cart = {
  items: {},
  bundles: [],
  promoCode: null,
  furtherCodes: [],
  stackableCoupon: null,
  isCouponOffered: false,
  giftDetails: null,
  giftDraft: null,
}

export const quantityOf = (cart: Cart, code: string): number => ownValue(cart.items, code) ?? 0

const plansIn = (cart: Pick<Cart, 'items'>, plans: Plans): Plan[] =>
  Object.keys(cart.items).flatMap((code) => plans.get(code) ?? [])

/** Whether something in the cart is bought for somebody else. */
export const hasGift = (cart: Pick<Cart, 'items'>, plans: Plans): boolean =>
  plansIn(cart, plans).some(({ rules }) => rules.isGift)

/** The hidden coupon of what is in the cart (spec §4), of the first plan in the catalogue's order that has one; else null. */
export const couponOfItems = (cart: Pick<Cart, 'items'>, plans: Plans): string | null =>
  plansIn(cart, plans)
    .toSorted((a, b) => a.sort - b.sort)
    .find(({ rules }) => rules.offeredCoupon !== null)?.rules.offeredCoupon ?? null

export const isEmpty = (cart: Cart): boolean => Object.keys(cart.items).length === 0

const planFor = (plans: Plans, code: string): Plan => {
  const plan = plans.get(code)
  if (!plan) throw new ShopError('PRODUCT_NOT_FOUND')
  return plan
}

const sellablePlan = (plans: Plans, code: string): Plan => {
  const plan = planFor(plans, code)
  if (!plan.soldAlone) throw new ShopError('ITEM_NOT_AVAILABLE')
  return plan
}

const isRefill = (plans: Plans, code: string): boolean => plans.get(code)?.isSrp ?? false

const withQuantity = (cart: Cart, code: string, quantity: number): Cart => {
  const others = Object.fromEntries(Object.entries(cart.items).filter(([name]) => name !== code))
  return { ...cart, items: quantity > 0 ? { ...others, [code]: quantity } : others }
}

/** What is never sold alone is added with the first plan that brings it and removed with the last. */
const withBroughtGifts = (cart: Cart, plans: Plans): Cart => {
  const brought = new Set(plansIn(cart, plans).map(({ rules }) => rules.bringsGift))
  return [...plans.values()]
    .filter(({ soldAlone }) => !soldAlone)
    .reduce((held, { code }) => withQuantity(held, code, brought.has(code) ? 1 : 0), cart)
}

const withValidBundles = (cart: Cart, plans: Plans): Cart => ({
  ...cart,
  bundles: cart.bundles.filter((code) => {
    const bundle = bundleOf(plans, code)
    return bundle !== null && quantityOf(cart, bundle.planCode) >= bundle.quantity
  }),
})

/** Removing the last plan with a coupon takes the coupon and its offer away; adding one brings the coupon (spec §4). */
const withOfferedCoupon = (cart: Cart, before: Cart, plans: Plans): Cart => {
  const coupon = couponOfItems(cart, plans)
  if (couponOfItems(before, plans) !== null && coupon === null)
    return { ...cart, stackableCoupon: null, isCouponOffered: false }
  return coupon !== null && cart.isCouponOffered ? { ...cart, stackableCoupon: coupon } : cart
}

/** The details and the draft of a gift are removed with the gift. */
const withoutStaleGiftDetails = (cart: Cart, plans: Plans): Cart =>
  hasGift(cart, plans) ? cart : { ...cart, giftDetails: null, giftDraft: null }

const normalized = (cart: Cart, before: Cart, plans: Plans): Cart => {
  const held = withoutStaleGiftDetails(withBroughtGifts(cart, plans), plans)
  return withOfferedCoupon(withValidBundles(held, plans), before, plans)
}

/**
 * What can be in the cart with a plan: nothing with a refill except more of it, no refill with anything else (spec §4).
 */
const withoutConflicts = (cart: Cart, plans: Plans, plan: Plan): Cart => ({
  ...cart,
  items: Object.fromEntries(
    Object.entries(cart.items).filter(
      ([code]) => code === plan.code || !(plan.isSrp || isRefill(plans, code)),
    ),
  ),
})

const requirePositiveInteger = (quantity: number): number => {
  if (!Number.isSafeInteger(quantity) || quantity < 1) throw new ShopError('QUANTITY_NOT_ALLOWED')
  return quantity
}

const addBundle = (cart: Cart, plans: Plans, bundle: Bundle): Cart => {
  const added = addToCart(cart, plans, bundle.planCode, bundle.quantity)
  return normalized({ ...added, bundles: [...new Set([...added.bundles, bundle.code])] }, added, plans)
}

/**
 * Adds a plan or a bundle, capped at the plan's maxQuantity (spec §4). A refill replaces everything else; anything else
 * removes refills. PRODUCT_NOT_FOUND for an unknown code, ITEM_NOT_AVAILABLE for what is never sold alone,
 * QUANTITY_NOT_ALLOWED for anything but a whole number from 1.
 */
export const addToCart = (cart: Cart, plans: Plans, code: string, quantity = 1): Cart => {
  requirePositiveInteger(quantity)
  const bundle = bundleOf(plans, code)
  if (bundle) return addBundle(cart, plans, bundle)
  const plan = sellablePlan(plans, code)
  const count = Math.min(quantityOf(cart, code) + quantity, plan.maxQuantity)
  return normalized(withQuantity(withoutConflicts(cart, plans, plan), code, count), cart, plans)
}

/** A link `/cart?cart={sku}` may be opened again and again: it adds only what is not there yet. */
export const addFromLink = (cart: Cart, plans: Plans, code: string): Cart =>
  quantityOf(cart, code) > 0 || cart.bundles.includes(code) ? cart : addToCart(cart, plans, code)

/**
 * Removes one, or all with force or when one is left (spec §4). Removing a refill clears the entered codes. Nothing
 * happens for a plan that is not in the cart. PRODUCT_NOT_FOUND for an unknown code, ITEM_NOT_AVAILABLE for a gift.
 */
export const removeFromCart = (cart: Cart, plans: Plans, code: string, force = false): Cart => {
  const bundle = bundleOf(plans, code)
  if (bundle) return removeBundle(cart, plans, bundle)
  const plan = sellablePlan(plans, code)
  const left = force ? 0 : Math.max(quantityOf(cart, code) - 1, 0)
  return withCount(cart, plans, plan, left)
}

const removeBundle = (cart: Cart, plans: Plans, bundle: Bundle): Cart => {
  if (!cart.bundles.includes(bundle.code)) return cart
  const left = quantityOf(cart, bundle.planCode) - bundle.quantity
  const bundles = cart.bundles.filter((code) => code !== bundle.code)
  return normalized({ ...withQuantity(cart, bundle.planCode, left), bundles }, cart, plans)
}

const withCount = (cart: Cart, plans: Plans, plan: Plan, count: number): Cart => {
  const deleted = count === 0 && quantityOf(cart, plan.code) > 0
  const base = deleted && plan.isSrp ? { ...cart, promoCode: null, furtherCodes: [] } : cart
  return normalized(withQuantity(base, plan.code, count), cart, plans)
}

/**
 * "Edit Quantity" (spec §2): sets the count, 0 deletes. QUANTITY_NOT_ALLOWED for a negative, fractional or too great
 * count and for a gift; PRODUCT_NOT_FOUND for an unknown code.
 */
export const setCartQuantity = (cart: Cart, plans: Plans, code: string, quantity: number): Cart => {
  const plan = planFor(plans, code)
  const allowed = Number.isSafeInteger(quantity) && quantity >= 0 && quantity <= plan.maxQuantity
  if (!allowed || !plan.soldAlone) throw new ShopError('QUANTITY_NOT_ALLOWED')
  if (quantity === 0 || quantityOf(cart, code) > 0) return withCount(cart, plans, plan, quantity)
  return addToCart(cart, plans, code, quantity)
}

/** The visitor takes the offer of a hidden coupon; a plan with one that is already in the cart brings it at once. */
export const withCouponOffer = (cart: Cart, plans: Plans): Cart =>
  normalized({ ...cart, isCouponOffered: true }, cart, plans)

/** Saves the gift's details and removes its draft. ACTION_NOT_ALLOWED without a gift in the cart. */
export const withGiftDetails = (cart: Cart, plans: Plans, giftDetails: GiftDetails): Cart => {
  if (!hasGift(cart, plans))
    throw new ShopError('ACTION_NOT_ALLOWED', { detail: 'There is no gift in this cart.' })
  return { ...cart, giftDetails, giftDraft: null }
}

/** Saves a gift's draft; no change without a gift, and no draft when it equals the saved details. */
export const withGiftDraft = (cart: Cart, plans: Plans, entered: GiftDraft): Cart => {
  if (!hasGift(cart, plans)) return cart
  const isSaved = cart.giftDetails !== null && isSameGift(entered, cart.giftDetails)
  return { ...cart, giftDraft: isSaved ? null : entered }
}

/** Drops codes that the shop no longer sells, so that an old cart still opens. */
export const withKnownPlans = (cart: Cart, plans: Plans): Cart =>
  normalized(
    { ...cart, items: Object.fromEntries(Object.entries(cart.items).filter(([code]) => plans.has(code))) },
    cart,
    plans,
  )
