import type { Plans } from '#catalogue/rules/plan.ts'
import { readCatalogue } from '#catalogue/server/plans.ts'
import { placeMessages, refuseInvalidPlace } from '#location/rules/address-validation.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import * as endpoints from '../endpoints.ts'
import * as giftEndpoints from '../gift-endpoints.ts'
import {
  addFromLink,
  addToCart,
  removeFromCart,
  setCartQuantity,
  withCouponOffer,
  withGiftDetails,
  withGiftDraft,
} from '../rules/cart.ts'
import type { Cart } from '../rules/cart.ts'
import { addUpsell } from '../rules/upsell.ts'
import { checkGiftDay } from '../rules/gift-details.ts'
import type { GiftDetails } from '../rules/gift-details.ts'
import { changeCart, clearCart, readCart } from './carts.ts'
import type { CartChange, CartServices, FoundCart } from './carts.ts'
import { cartReply, displayOrderIn } from './cart-reply.ts'
import { withoutCode } from '../rules/entered-codes.ts'
import { applyEnteredCode, saveLinkedCode } from './promo-code.ts'

type CartHandlers = HandlersFor<typeof endpoints & typeof giftEndpoints>

const saveGift = async (
  services: CartServices,
  context: RequestContext,
  details: GiftDetails,
): Promise<FoundCart> => {
  checkGiftDay(details.starts_on, dateIn(services.deps.clock.now(), brand.timeZone), 'starts_on')
  return changeCart(services, context, ({ cart, draft }, plans) => ({
    cart: withGiftDetails(cart, plans, details),
    draft,
  }))
}

/** BILLING_VALIDATION_ERROR for a place that does not exist; missing parts may come later. */
const withDraft = (draft: FoundCart['draft']): CartChange => {
  const place = {
    country: draft['address.country'] ?? '',
    region: draft['address.region'] ?? '',
    zip: draft['address.zip'] ?? '',
  }
  refuseInvalidPlace(placeMessages(place), 'address')
  return ({ cart }) => ({ cart, draft })
}

/** Handles the endpoints of the cart; all of them respond with the whole cart. */
export const createCartHandlers = (services: CartServices): CartHandlers => {
  const answer = async (context: RequestContext, found: Promise<FoundCart>) =>
    cartReply(services, context, await found)
  const change = (context: RequestContext, changed: CartChange) =>
    answer(context, changeCart(services, context, changed))
  const changeItems = (context: RequestContext, changed: (cart: Cart, plans: Plans) => Cart) =>
    change(context, ({ cart, draft }, plans) => ({ cart: changed(cart, plans), draft }))
  const addOffered = async (context: RequestContext, code: string) => {
    const order = displayOrderIn(await readCatalogue(services.deps))
    return changeItems(context, (cart, plans) => addUpsell(cart, code, plans, context.country, order))
  }
  return {
    viewCart: (context) => answer(context, readCart(services, context)),
    addCartItem: async (context, { code, quantity, ...only }) => {
      if (only.only_if_offered) return addOffered(context, code)
      return changeItems(context, (cart, plans) =>
        only.only_if_absent ? addFromLink(cart, plans, code) : addToCart(cart, plans, code, quantity),
      )
    },
    setCartItem: (context, { code, quantity }) =>
      changeItems(context, (cart, plans) => setCartQuantity(cart, plans, code, quantity)),
    removeCartItem: (context, { code, force }) =>
      changeItems(context, (cart, plans) => removeFromCart(cart, plans, code, force)),
    clearCart: (context) => answer(context, clearCart(services, context)),
    setPromoCode: (context, { code, from_link: fromLink }) =>
      answer(
        context,
        fromLink ? saveLinkedCode(services, context, code) : applyEnteredCode(services, context, code),
      ),
    removePromoCode: (context, { code }) =>
      changeItems(context, (cart) => withoutCode(cart, code ?? cart.promoCode ?? '')),
    redeemCoupon: (context, { code }) => answer(context, applyEnteredCode(services, context, code)),
    setGift: (context, details) => answer(context, saveGift(services, context, details)),
    saveGiftDraft: (context, entered) =>
      changeItems(context, (cart, plans) => withGiftDraft(cart, plans, entered)),
    saveDraft: async (context, { draft }) => change(context, withDraft(draft)),
    takeCouponOffer: (context) => changeItems(context, withCouponOffer),
  }
}

/** The endpoints of the cart. */
export const cartRoutes = (services: CartServices): readonly Route[] => {
  const handlers = createCartHandlers(services)
  return [...routes(endpoints, handlers), ...routes(giftEndpoints, handlers)]
}
