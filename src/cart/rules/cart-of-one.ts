import type { Plans } from '#catalogue/rules/plan.ts'
import { ShopError } from '#shared/errors.ts'
import { addToCart, emptyCart } from './cart.ts'
import type { Cart } from './cart.ts'

/**
 * A cart with one plan, bought from its product page beside the visitor's own cart, whose codes count for it as well.
 * Errors of `addToCart`; ITEM_NOT_AVAILABLE for a gift, whose recipient is entered in the cart.
 */
export const cartOfOne = (own: Cart | null, plans: Plans, code: string): Cart => {
  if (plans.get(code)?.rules.isGift) throw new ShopError('ITEM_NOT_AVAILABLE')
  const { promoCode, furtherCodes, isCouponOffered } = own ?? emptyCart
  return addToCart({ ...emptyCart, promoCode, furtherCodes, isCouponOffered }, plans, code)
}
