import type { Plans } from '#catalogue/rules/plan.ts'
import { addToCart, couponOfItems, emptyCart, withKnownPlans } from './cart.ts'
import type { Cart } from './cart.ts'

const itemsOf = (earlier: Cart, later: Cart, plans: Plans): Cart['items'] =>
  Object.entries(later.items)
    // A gift with purchase is added and removed by its own rule.
    .filter(([code]) => plans.get(code)?.soldAlone)
    .reduce((cart, [code, quantity]) => addToCart(cart, plans, code, quantity), {
      ...emptyCart,
      items: earlier.items,
    }).items

/** The offer ends with the last plan that it was for (spec §4). */
const isOffered = (carts: readonly Cart[], items: Cart['items'], plans: Plans): boolean =>
  carts.some((cart) => cart.isCouponOffered) &&
  (carts.every((cart) => couponOfItems(cart, plans) === null) || couponOfItems({ items }, plans) !== null)

/** The earlier cart's draft is dropped when the later cart has gift details. */
const draftOf = (earlier: Cart, later: Cart): Cart['giftDraft'] =>
  later.giftDraft ?? (later.giftDetails === null ? earlier.giftDraft : null)

/**
 * Joins two carts of one person: what is in the later cart is added to the earlier one by the rules of adding (spec
 * §4): up to the cap, a refill replaces everything else, anything else replaces a refill. The later cart's codes and
 * gift details take precedence.
 */
export const joinCarts = (earlier: Cart, later: Cart, plans: Plans): Cart => {
  const carts = [withKnownPlans(earlier, plans), withKnownPlans(later, plans)] as const
  const [first, second] = carts
  const { promoCode, furtherCodes } = second.promoCode === null ? first : second
  const items = itemsOf(first, second, plans)
  // Gift details are kept only with a gift.
  return withKnownPlans(
    {
      items,
      bundles: [...new Set([...first.bundles, ...second.bundles])],
      promoCode,
      furtherCodes,
      stackableCoupon: null,
      isCouponOffered: isOffered(carts, items, plans),
      giftDetails: second.giftDetails ?? first.giftDetails,
      giftDraft: draftOf(first, second),
    },
    plans,
  )
}
