import * as endpoints from '../endpoints.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { cartForPreview } from '#cart/server/carts.ts'
import type { CardGate } from '#payment/charge/server/card-gates.ts'
import { arrivalOfPlaced, isOwnOrder } from '#order/server/orders.ts'
import { placeMessages, refuseInvalidPlace } from '#location/rules/address-validation.ts'
import { wireRange } from '#shared/date-range.ts'
import type { DateRange } from '#shared/date-range.ts'
import { ShopError } from '#shared/errors.ts'
import type { RequestContext, Handler } from '#platform/request-context.ts'
import type { previewPurchase, viewPurchase } from '../endpoints.ts'
import { cartToBuy, createBuy, priceToBuy } from './buying.ts'
import type { IdentityOf } from './buying.ts'
import { selectCheckout } from './checkout-store.ts'
import { isOfGuest } from './checkout-record.ts'
import type { Checkout } from './checkout-record.ts'
import { createOwnCheckouts } from './checkouts.ts'
import type { CheckoutServices } from './checkout-services.ts'
import { purchasePageChallenge, replyOf } from './purchase.ts'
import { areDetailsShown } from './shown-details.ts'
import { previewTotals, storedTotals } from './wire-totals.ts'

const createPreview =
  (services: CheckoutServices): Handler<typeof previewPurchase> =>
  async (context, payload) => {
    const cartId = await cartToBuy(services, context, undefined)
    const cart = cartId === null ? null : await cartForPreview(services.deps, cartId, context.actor)
    if (!cart) throw new ShopError('CART_EMPTY')
    const country = payload.country ?? context.country
    const { region, zip } = payload
    if (payload.country !== undefined) refuseInvalidPlace(placeMessages({ country, region, zip }), null)
    const priced = await priceToBuy(services, context, {
      cart,
      place: { country, region, zip },
      methodCode: payload.shipping?.method_code ?? null,
      namedCoupons: payload.coupon_codes ?? null,
      useCredit: payload.use_credit,
    })
    return previewTotals(priced)
  }

/**
 * Whether a checkout belongs to the signed-in member: bought while signed in, or an order that they confirmed as
 * theirs.
 */
const isOwn = async (
  { deps }: CheckoutServices,
  { actor }: RequestContext,
  checkout: Checkout,
): Promise<boolean> => {
  if (actor.kind !== 'member') return false
  if (checkout.orderId !== null) return isOwnOrder(deps.database, actor.accountId, checkout.orderId)
  const { accountId, isGuest } = checkout.purchase
  return accountId === actor.accountId && !isGuest
}

const detailsOf = (
  { purchase, quote, createdAt }: Checkout,
  arrives: DateRange | null,
  { actor }: RequestContext,
) => ({
  email: purchase.email,
  // Also with the e-mail of a member: the page does not reveal accounts.
  is_new_account: isOfGuest(purchase) && actor.kind !== 'member',
  totals: storedTotals(quote, purchase.gift),
  address: purchase.address,
  placed_at: createdAt.toString(),
  arrives: arrives && wireRange(arrives),
  renews_on: [...new Set(quote.renewals.map(({ firstOn }) => firstOn))].toSorted(),
})

const createView = (
  services: CheckoutServices,
  identityOf: IdentityOf,
  ownCheckouts: ReturnType<typeof createOwnCheckouts>,
): Handler<typeof viewPurchase> => {
  const canRead = async (context: RequestContext, checkout: Checkout): Promise<boolean> =>
    areDetailsShown(checkout, services.deps.clock.now()) &&
    (ownCheckouts.has(context, checkout.id) || (await isOwn(services, context, checkout)))
  return async (context, { id }) => {
    const checkout = await selectCheckout(services.deps.database, id)
    if (!checkout) throw new ShopError('NOT_FOUND')
    const reply = await replyOf(services, checkout)
    const base = { loamSessionToken: await identityOf(context), order_number: checkout.orderNumber }
    if (await canRead(context, checkout)) {
      const page_challenge = await purchasePageChallenge(services, checkout)
      const arrives =
        checkout.orderId === null ? null : await arrivalOfPlaced(services.deps, checkout.orderId)
      return { ...reply, ...base, page_challenge, details: detailsOf(checkout, arrives, context) }
    }
    const hidden = { order: null, gift_order: null, challenge_url: null, page_challenge: null, details: null }
    return { ...reply, ...base, ...hidden }
  }
}

/** The checkout endpoints of §7 and of the shop's own pages. */
const createCheckoutHandlers = (
  services: CheckoutServices,
  identityOf: IdentityOf,
  gate: CardGate,
): HandlersFor<typeof endpoints> => {
  const buy = createBuy(services, identityOf, gate)
  return {
    previewPurchase: createPreview(services),
    purchase: async (context, submitted) => {
      const cartId = await cartToBuy(services, context, submitted.cart_id)
      return buy(context, { submitted, cartId, wallet: null })
    },
    viewPurchase: createView(services, identityOf, createOwnCheckouts(services.deps)),
  }
}

/** The endpoints of the checkout. */
export const checkoutRoutes = (
  services: CheckoutServices,
  identityOf: IdentityOf,
  gate: CardGate,
): readonly Route[] => routes(endpoints, createCheckoutHandlers(services, identityOf, gate))
