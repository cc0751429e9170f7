import { listPlans } from '#catalogue/server/plans.ts'
import { couponCode, refusalOutright } from '#coupon/rules/coupon.ts'
import { discountOnPlan } from '#coupon/rules/discount.ts'
import { codeFromLink, containsQuizCode } from '#coupon/rules/quiz-code.ts'
import { couponOffers, couponsByCodes, invalidCoupon } from '#coupon/server/coupons.ts'
import type { Cents } from '#shared/money.ts'
import type { CallContext } from '#platform/call-context.ts'
import type { World } from '#platform/world.ts'
import { isEmpty } from '../rules/cart.ts'
import type { Cart } from '../rules/cart.ts'
import { typedCodes, withTypedCode } from '../rules/typed-codes.ts'
import { changeCart, readCart } from './carts.ts'
import type { FoundCart } from './carts.ts'
import { priceFound } from './cart-reply.ts'
import type { CartTools } from './cart-reply.ts'

const adultKit = 'syn-wk'

const withCode = (tools: CartTools, context: CallContext, code: string): Promise<FoundCart> =>
  changeCart(tools, context, ({ cart, draft }) => ({ cart: { ...cart, promoCode: code }, draft }))

/** Cents that a code takes off the adult kit; null when that cannot be found out (ruling 12). */
const discountOnAdultKit = async (world: World, code: string): Promise<Cents | null> => {
  const [offer] = await couponOffers(world.database, [{ code, source: 'promo-code' }], null)
  const kit = (await listPlans(world)).get(adultKit)
  if (!offer?.coupon || !kit || refusalOutright(offer, world.clock.now()) !== null) return null
  return Math.min(discountOnPlan(offer.coupon, adultKit, kit.priceCents), kit.priceCents)
}

/** A code that a link brought is kept by the quiz-code rule of spec §4, whether it takes something off or not. */
export const keepLinkedCode = async (
  tools: CartTools,
  context: CallContext,
  code: string,
): Promise<FoundCart> => {
  const { cart } = await readCart(tools, context)
  const before = cart.promoCode
  const asks = before !== null && containsQuizCode(code)
  const earlier =
    before === null
      ? null
      : { code: before, discountOnAdultKit: asks ? await discountOnAdultKit(tools.world, before) : null }
  return withCode(tools, context, codeFromLink({ code }, earlier))
}

/** The cart with the typed code where it belongs. INVALID_COUPON when there is no room for it. */
const withTyped = async (world: World, cart: Cart, code: string): Promise<Cart> => {
  const known = await couponsByCodes(world.database, [...typedCodes(cart), code])
  const goesTogether = (one: string): boolean => known.get(couponCode(one))?.stackable ?? false
  const typed = withTypedCode(cart, code, goesTogether)
  if (typed === null) throw invalidCoupon(code, 'too-many')
  return typed
}

/**
 * A typed code takes its place on the cart only when it counts: INVALID_COUPON with the reason otherwise, and the codes
 * before it stay. In an empty cart every code that could count is kept.
 */
export const applyTypedCode = async (
  tools: CartTools,
  context: CallContext,
  code: string,
): Promise<FoundCart> => {
  const { cart } = await readCart(tools, context)
  const typed = await withTyped(tools.world, cart, code)
  const tried = await priceFound(tools, context, typed)
  const refused = tried.refusedCoupons.find(
    (one) => one.source === 'promo-code' && couponCode(one.code) === couponCode(code),
  )
  const mayWait = isEmpty(cart) && refused?.reason === 'no-matching-plan'
  if (refused && !mayWait) throw invalidCoupon(refused.code, refused.reason)
  const { promoCode, furtherCodes } = typed
  return changeCart(tools, context, ({ cart: now, draft }) => ({
    cart: { ...now, promoCode, furtherCodes },
    draft,
  }))
}
