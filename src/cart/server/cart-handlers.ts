import { placeMessages, refuseUnreal } from '#location/rules/real-address.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import type * as calls from '../calls.ts'
import type * as giftCalls from '../gift-calls.ts'
import {
  addFromLink,
  addToCart,
  removeFromCart,
  setCartQuantity,
  withGiftDetails,
  withGiftDraft,
  withVaginalOffer,
} from '../rules/cart.ts'
import { checkGiftDay } from '../rules/gift-details.ts'
import type { GiftDetails } from '../rules/gift-details.ts'
import { changeCart, clearCart, readCart } from './carts.ts'
import type { CartChange, FoundCart } from './carts.ts'
import { cartReply } from './cart-reply.ts'
import type { CartTools } from './cart-reply.ts'
import { withoutCode } from '../rules/typed-codes.ts'
import { applyTypedCode, keepLinkedCode } from './promo-code.ts'

interface CartHandlers {
  readonly viewCart: Handler<typeof calls.viewCart>
  readonly addCartItem: Handler<typeof calls.addCartItem>
  readonly setCartItem: Handler<typeof calls.setCartItem>
  readonly removeCartItem: Handler<typeof calls.removeCartItem>
  readonly clearCart: Handler<typeof calls.clearCart>
  readonly setPromoCode: Handler<typeof calls.setPromoCode>
  readonly removePromoCode: Handler<typeof calls.removePromoCode>
  readonly redeemCoupon: Handler<typeof calls.redeemCoupon>
  readonly setGift: Handler<typeof giftCalls.setGift>
  readonly saveGiftDraft: Handler<typeof giftCalls.saveGiftDraft>
  readonly keepDraft: Handler<typeof calls.keepDraft>
  readonly takeVaginalOffer: Handler<typeof calls.takeVaginalOffer>
}

const keepGift = async (tools: CartTools, context: CallContext, details: GiftDetails): Promise<FoundCart> => {
  checkGiftDay(details.starts_on, dateIn(tools.world.clock.now(), brand.timeZone), 'starts_on')
  return changeCart(tools, context, ({ cart, draft }) => ({ cart: withGiftDetails(cart, details), draft }))
}

/** BILLING_VALIDATION_ERROR for a place that does not exist; what is missing of it may come later. */
const withDraft = (draft: FoundCart['draft']): CartChange => {
  const place = {
    country: draft['address.country'] ?? '',
    region: draft['address.region'] ?? '',
    zip: draft['address.zip'] ?? '',
  }
  refuseUnreal(placeMessages(place), 'address')
  return ({ cart }) => ({ cart, draft })
}

/** Answers the calls of the cart; every one of them replies with the whole cart. */
export const createCartHandlers = (tools: CartTools): CartHandlers => {
  const answer = async (context: CallContext, found: Promise<FoundCart>) =>
    cartReply(tools, context, await found)
  const change = (context: CallContext, changed: CartChange) =>
    answer(context, changeCart(tools, context, changed))
  return {
    viewCart: (context) => answer(context, readCart(tools, context)),
    addCartItem: (context, { code, quantity, only_if_absent: onlyIfAbsent }) =>
      change(context, ({ cart, draft }, plans) => ({
        cart: onlyIfAbsent ? addFromLink(cart, plans, code) : addToCart(cart, plans, code, quantity),
        draft,
      })),
    setCartItem: (context, { code, quantity }) =>
      change(context, ({ cart, draft }, plans) => ({
        cart: setCartQuantity(cart, plans, code, quantity),
        draft,
      })),
    removeCartItem: (context, { code, force }) =>
      change(context, ({ cart, draft }, plans) => ({
        cart: removeFromCart(cart, plans, code, force),
        draft,
      })),
    clearCart: (context) => answer(context, clearCart(tools, context)),
    setPromoCode: (context, { code, from_link: fromLink }) =>
      answer(context, fromLink ? keepLinkedCode(tools, context, code) : applyTypedCode(tools, context, code)),
    removePromoCode: (context, { code }) =>
      change(context, ({ cart, draft }) => ({
        cart: withoutCode(cart, code ?? cart.promoCode ?? ''),
        draft,
      })),
    redeemCoupon: (context, { code }) => answer(context, applyTypedCode(tools, context, code)),
    setGift: (context, details) => answer(context, keepGift(tools, context, details)),
    saveGiftDraft: (context, typed) =>
      change(context, ({ cart, draft }) => ({ cart: withGiftDraft(cart, typed), draft })),
    keepDraft: async (context, { draft }) => change(context, withDraft(draft)),
    takeVaginalOffer: (context) =>
      change(context, ({ cart, draft }) => ({ cart: withVaginalOffer(cart), draft })),
  }
}
