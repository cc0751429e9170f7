import { plansFor } from '#catalogue/server/plans.ts'
import { couponCode, couponIn, refusalOutright } from '#coupon/rules/coupon.ts'
import { discountOnPlan } from '#pricing/rules/discount.ts'
import { codeFromLink, containsQuizCode } from '#coupon/rules/quiz-code.ts'
import { couponOffers, couponsByCodes, invalidCoupon } from '#coupon/server/coupons.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { isEmpty } from '../rules/cart.ts'
import type { Cart } from '../rules/cart.ts'
import { enteredCodes, withEnteredCode } from '../rules/entered-codes.ts'
import { changeCart, readCart } from './carts.ts'
import type { CartServices, FoundCart } from './carts.ts'
import { priceFound } from './cart-reply.ts'

const adultKit = 'syn-wk'

const withCode = (services: CartServices, context: RequestContext, code: string): Promise<FoundCart> =>
  changeCart(services, context, ({ cart, draft }) => ({ cart: { ...cart, promoCode: code }, draft }))

/** What a code takes off the adult kit; null when that cannot be found out (ruling 12). */
const onAdultKit = async (deps: AppDeps, context: RequestContext, code: string) => {
  const [offer] = await couponOffers(deps.database, [{ code, source: 'promo-code' }], null)
  const { plans, currency } = await plansFor(deps, context)
  const kit = plans.get(adultKit)
  const coupon = offer?.coupon && couponIn(offer.coupon, currency)
  if (!offer || !coupon || !kit || refusalOutright(offer, deps.clock.now(), currency) !== null) return null
  const discountCents = Math.min(discountOnPlan(coupon, adultKit, kit.priceCents), kit.priceCents)
  return { discountCents, kit }
}

/** A code from a link is saved by the quiz-code rule of spec §4, whether it gives a discount or not. */
export const saveLinkedCode = async (
  services: CartServices,
  context: RequestContext,
  code: string,
): Promise<FoundCart> => {
  const { cart } = await readCart(services, context)
  const before = cart.promoCode
  const needsComparison = before !== null && containsQuizCode(code)
  const earlier =
    before === null
      ? null
      : {
          code: before,
          onAdultKit: needsComparison ? await onAdultKit(services.deps, context, before) : null,
        }
  return withCode(services, context, codeFromLink({ code }, earlier))
}

/** The cart with the entered code in its place. INVALID_COUPON when there is no room for it. */
const withEnteredCodeChecked = async (deps: AppDeps, cart: Cart, code: string): Promise<Cart> => {
  const known = await couponsByCodes(deps.database, [...enteredCodes(cart), code])
  const isStackable = (one: string): boolean => known.get(couponCode(one))?.stackable ?? false
  const entered = withEnteredCode(cart, code, isStackable)
  if (entered === null) throw invalidCoupon(code, 'too-many')
  return entered
}

/**
 * An entered code is added to the cart only when it applies: INVALID_COUPON with the reason otherwise, and the codes
 * before it stay. In an empty cart every code that could apply is accepted.
 */
export const applyEnteredCode = async (
  services: CartServices,
  context: RequestContext,
  code: string,
): Promise<FoundCart> => {
  const { cart } = await readCart(services, context)
  const entered = await withEnteredCodeChecked(services.deps, cart, code)
  const tried = await priceFound(services, context, entered)
  const refused = tried.refusedCoupons.find(
    (one) => one.source === 'promo-code' && couponCode(one.code) === couponCode(code),
  )
  const canWait = isEmpty(cart) && refused?.reason === 'no-matching-plan'
  if (refused && !canWait) throw invalidCoupon(refused.code, refused.reason)
  const { promoCode, furtherCodes } = entered
  return changeCart(services, context, ({ cart: now, draft }) => ({
    cart: { ...now, promoCode, furtherCodes },
    draft,
  }))
}
