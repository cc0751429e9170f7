import { listPlans } from '#catalogue/server/plans.ts'
import { refusalOutright } from '#coupon/rules/coupon.ts'
import { discountOnPlan } from '#coupon/rules/discount.ts'
import { codeFromLink, containsQuizCode } from '#coupon/rules/quiz-code.ts'
import { couponOffers, invalidCoupon } from '#coupon/server/coupons.ts'
import type { Cents } from '#shared/money.ts'
import type { CallContext } from '#platform/call-context.ts'
import type { World } from '#platform/world.ts'
import { isEmpty } from '../rules/cart.ts'
import { changeCart, readCart } from './carts.ts'
import type { FoundCart } from './carts.ts'
import { priceFound } from './cart-reply.ts'
import type { CartTools } from './cart-reply.ts'

const adultKit = 'syn-wk'

const withCode = (world: World, context: CallContext, code: string): Promise<FoundCart> =>
  changeCart(world, context, ({ cart, draft }) => ({ cart: { ...cart, promoCode: code }, draft }))

/** Cents that a code takes off the adult kit; null when that cannot be found out (ruling 12). */
const discountOnAdultKit = async (world: World, code: string): Promise<Cents | null> => {
  const [offer] = await couponOffers(world.database, [{ code, source: 'promo-code' }], null)
  const kit = (await listPlans(world)).get(adultKit)
  if (!offer?.coupon || !kit || refusalOutright(offer, world.clock.now()) !== null) return null
  return Math.min(discountOnPlan(offer.coupon, adultKit, kit.priceCents), kit.priceCents)
}

/** A code that a link brought is kept by the quiz-code rule of spec §4, whether it takes something off or not. */
export const keepLinkedCode = async (
  { world }: CartTools,
  context: CallContext,
  code: string,
): Promise<FoundCart> => {
  const { cart } = await readCart(world, context)
  const before = cart.promoCode
  const asks = before !== null && containsQuizCode(code)
  const earlier =
    before === null
      ? null
      : { code: before, discountOnAdultKit: asks ? await discountOnAdultKit(world, before) : null }
  return withCode(world, context, codeFromLink({ code }, earlier))
}

/**
 * A typed code replaces the one before it only when it counts: INVALID_COUPON with the reason otherwise. In an empty
 * cart every code that could count is kept.
 */
export const applyTypedCode = async (
  tools: CartTools,
  context: CallContext,
  code: string,
): Promise<FoundCart> => {
  const { cart } = await readCart(tools.world, context)
  const tried = await priceFound(tools, context, { ...cart, promoCode: code })
  const refused = tried.refusedCoupons.find(({ source }) => source === 'promo-code')
  const mayWait = isEmpty(cart) && refused?.reason === 'no-matching-plan'
  if (refused && !mayWait) throw invalidCoupon(refused.code, refused.reason)
  return withCode(tools.world, context, code)
}
