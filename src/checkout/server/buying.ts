import { cartIdOf, cartIdToBuy, switchToSuccessorCart } from '#cart/server/carts.ts'
import type { Cart } from '#cart/rules/cart.ts'
import { consentVisitOf } from '#consent/server/consents.ts'
import { creditOf } from '#credit/server/credits.ts'
import type { CardGate } from '#payment/charge/server/card-gates.ts'
import type { TaxPlace } from '#pricing/rules/tax-rate.ts'
import { brand } from '#shared/brand.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { ShopError } from '#shared/errors.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { PurchaseReply, purchase } from '../endpoints.ts'
import { cartsInPayment, createOwnCheckouts } from './checkouts.ts'
import type { CheckoutServices } from './checkout-services.ts'
import { gatherQuote } from './gather-quote.ts'
import { purchaseCart } from './purchase.ts'
import type { WalletPurchase } from './purchase-request.ts'
import type { PricedCart } from './wire-totals.ts'

/** A member's identity token for the response (spec §3); a visitor's purchase signs nobody in. */
export type IdentityOf = (context: RequestContext) => Promise<string | null>

/** The given cart, or else the browser's; a member's own if that one has just been joined to it. */
export const cartToBuy = (
  { deps }: CheckoutServices,
  context: RequestContext,
  requestedId: string | undefined,
): Promise<string | null> =>
  cartIdToBuy({ deps, cartsInPayment }, context.actor, requestedId ?? cartIdOf(context))

interface CartToPrice {
  readonly cart: Cart
  readonly place: TaxPlace
  readonly methodCode: string | null
  /** Codes instead of the cart's own; null: the cart's. */
  readonly namedCoupons: readonly string[] | null
  readonly useCredit: boolean
}

/** What a cart would cost now. The error of the first line that the destination refuses. */
export const priceToBuy = async (
  services: CheckoutServices,
  { actor, currency: requested }: RequestContext,
  { useCredit, ...priced }: CartToPrice,
): Promise<PricedCart> => {
  const { deps } = services
  const email = actor.kind === 'member' ? actor.email : null
  const availableIn = async (currency: Currency): Promise<Cents> =>
    actor.kind === 'member' ? creditOf(deps.database, actor.accountId, currency) : 0
  const { quote } = await gatherQuote(services, deps.database, {
    ...priced,
    currency: requested,
    redeemer: { email, checkoutId: null, isMember: email !== null },
    credit: async (currency) => (useCredit ? availableIn(currency) : 0),
  })
  const refused = quote.refusedLines[0]
  if (refused) throw new ShopError(refused.error, { data: { plan_code: refused.planCode } })
  return {
    quote,
    country: priced.place.country,
    availableCents: await availableIn(quote.currency),
    gift: priced.cart.giftDetails,
    now: deps.clock.now(),
  }
}

/** Marks the browser as the sender of this cart, for a little longer than the duplicate warning looks back. */
const boughtCartSeconds = 120

const rememberBought = ({ cookies }: RequestContext, cartId: string): void =>
  cookies.set(brand.keys.boughtCartCookie, cartId, { httpOnly: true, maxAge: boughtCartSeconds })

const formIdentity = ({ request_id: requestId, card }: PayloadOf<typeof purchase>) => ({
  requestId,
  cardToken: card !== undefined && 'token' in card ? card.token : null,
})

export interface SubmittedPurchase {
  readonly submitted: PayloadOf<typeof purchase>
  readonly cartId: string | null
  /** Null for a purchase on the checkout page. */
  readonly wallet: WalletPurchase | null
}

export type Buy = (context: RequestContext, purchase: SubmittedPurchase) => Promise<PurchaseReply>

/** Buys a cart for the sender of a request, who is remembered for the duplicate warning and the thank-you page. */
export const createBuy = (services: CheckoutServices, identityOf: IdentityOf, gate: CardGate): Buy => {
  const ownCheckouts = createOwnCheckouts(services.deps)
  return async (context, { submitted: { captcha, website, ...submitted }, cartId, wallet }) => {
    // The human check is not part of the purchase: the same form with a new check is the same request.
    const payload = { ...submitted, captcha: '', website: '' }
    const result = await purchaseCart(services, {
      payload,
      actor: context.actor,
      currency: context.currency,
      locale: context.locale,
      cartId,
      boughtCartId: context.cookies.get(brand.keys.boughtCartCookie) ?? null,
      consent: consentVisitOf(context),
      cardAttempt: await gate.read(context, { captcha, website }, formIdentity(payload)),
      wallet,
    })
    const { isSameRequest, reply, successor } = result
    rememberBought(context, result.cartId)
    if (isSameRequest) ownCheckouts.remember(context, reply.checkout_id)
    if (reply.status === 'ordered')
      await switchToSuccessorCart(services.deps, context, result.cartId, successor)
    return { ...reply, loamSessionToken: await identityOf(context) }
  }
}
