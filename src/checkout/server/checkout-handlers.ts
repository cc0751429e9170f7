import * as endpoints from '../endpoints.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { consentVisitOf } from '#consent/server/consents.ts'
import { cartForPreview, cartIdOf, cartIdToBuy, switchToSuccessorCart } from '#cart/server/carts.ts'
import type { CardGate } from '#payment/charge/server/card-gates.ts'
import { arrivalOfPlaced, isOwnOrder } from '#order/server/orders.ts'
import { creditOf } from '#credit/server/credits.ts'
import { placeMessages, refuseInvalidPlace } from '#location/rules/address-validation.ts'
import { brand } from '#shared/brand.ts'
import { wireRange } from '#shared/date-range.ts'
import type { DateRange } from '#shared/date-range.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import { ShopError } from '#shared/errors.ts'
import type { RequestContext, Handler } from '#platform/request-context.ts'
import type { previewPurchase, purchase, viewPurchase } from '../endpoints.ts'
import { selectCheckout } from './checkout-store.ts'
import type { Checkout } from './checkout-record.ts'
import { cartsInPayment, createOwnCheckouts } from './checkouts.ts'
import type { CheckoutServices } from './checkout-services.ts'
import { gatherQuote } from './gather-quote.ts'
import { purchaseCart, purchasePageChallenge, replyOf } from './purchase.ts'
import { previewTotals, storedTotals } from './wire-totals.ts'

/** A member's identity token for the response (spec §3); a visitor's purchase signs nobody in. */
type IdentityOf = (context: RequestContext) => Promise<string | null>

/** The given cart, or else the browser's; a member's own if that one has just been joined to it. */
const cartToBuy = (
  { deps }: CheckoutServices,
  context: RequestContext,
  requestedId: string | undefined,
): Promise<string | null> =>
  cartIdToBuy({ deps, cartsInPayment }, context.actor, requestedId ?? cartIdOf(context))

/** Marks the browser as the sender of this cart, for a little longer than the duplicate warning looks back. */
const boughtCartSeconds = 120

const rememberBought = ({ cookies }: RequestContext, cartId: string): void =>
  cookies.set(brand.keys.boughtCartCookie, cartId, { httpOnly: true, maxAge: boughtCartSeconds })

const formIdentity = ({ request_id: requestId, card }: PayloadOf<typeof purchase>) => ({
  requestId,
  cardToken: card !== undefined && 'token' in card ? card.token : null,
})

/** How long a thank-you page shows what was bought, after the payment is settled. */
const detailsLifetime = Temporal.Duration.from({ hours: 24 })

const areDetailsShown = ({ settledAt, createdAt }: Checkout, now: Temporal.Instant): boolean => {
  const endsAt = (settledAt ?? createdAt).add(detailsLifetime)
  return Temporal.Instant.compare(now, endsAt) < 0
}

const createPreview =
  (services: CheckoutServices): Handler<typeof previewPurchase> =>
  async (context, payload) => {
    const cartId = await cartToBuy(services, context, undefined)
    const cart = cartId === null ? null : await cartForPreview(services.deps, cartId, context.actor)
    if (!cart) throw new ShopError('CART_EMPTY')
    const country = payload.country ?? context.country
    const { region, zip } = payload
    if (payload.country !== undefined) refuseInvalidPlace(placeMessages({ country, region, zip }), null)
    const email = context.actor.kind === 'member' ? context.actor.email : null
    const { actor } = context
    const available = actor.kind === 'member' ? await creditOf(services.deps.database, actor.accountId) : 0
    const { quote } = await gatherQuote(services, services.deps.database, {
      cart,
      place: { country, region, zip },
      methodCode: payload.shipping?.method_code ?? null,
      namedCoupons: payload.coupon_codes ?? null,
      redeemer: email === null ? null : { email, checkoutId: null },
      creditCents: payload.use_credit ? available : 0,
    })
    const refused = quote.refusedLines[0]
    if (refused) throw new ShopError(refused.error, { data: { plan_code: refused.planCode } })
    const now = services.deps.clock.now()
    return previewTotals(quote, country, { availableCents: available, gift: cart.giftDetails, now })
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

const detailsOf = ({ purchase, quote, createdAt }: Checkout, arrives: DateRange | null) => ({
  email: purchase.email,
  is_new_account: purchase.accountId === null,
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
      return { ...reply, ...base, page_challenge, details: detailsOf(checkout, arrives) }
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
  const ownCheckouts = createOwnCheckouts(services.deps)
  return {
    previewPurchase: createPreview(services),
    purchase: async (context, { captcha, website, ...submitted }) => {
      // The human check is not part of the purchase: the same form with a new check is the same request.
      const payload = { ...submitted, captcha: '', website: '' }
      const { cartId, isSameRequest, reply } = await purchaseCart(services, {
        payload,
        actor: context.actor,
        cartId: await cartToBuy(services, context, payload.cart_id),
        boughtCartId: context.cookies.get(brand.keys.boughtCartCookie) ?? null,
        consent: consentVisitOf(context),
        cardAttempt: await gate.read(context, { captcha, website }, formIdentity(payload)),
      })
      rememberBought(context, cartId)
      if (isSameRequest) ownCheckouts.remember(context, reply.checkout_id)
      if (reply.status === 'ordered') await switchToSuccessorCart(services.deps, context, cartId)
      return { ...reply, loamSessionToken: await identityOf(context) }
    },
    viewPurchase: createView(services, identityOf, ownCheckouts),
  }
}

/** The endpoints of the checkout. */
export const checkoutRoutes = (
  services: CheckoutServices,
  identityOf: IdentityOf,
  gate: CardGate,
): readonly Route[] => routes(endpoints, createCheckoutHandlers(services, identityOf, gate))
