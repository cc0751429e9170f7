import { consentVisitOf } from '#consent/server/consents.ts'
import { cartForPreview, cartIdOf, cartIdToBuy, leaveBoughtCart } from '#cart/server/carts.ts'
import type { CardGate } from '#payment/server/card-gates.ts'
import { creditOf } from '#credit/server/credits.ts'
import { placeMessages, refuseUnreal } from '#location/rules/real-address.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import type { previewPurchase, purchase, viewPurchase } from '../calls.ts'
import { selectCheckout } from './checkout-store.ts'
import { beingBought } from './checkouts.ts'
import type { CheckoutTools } from './checkout-tools.ts'
import { gatherQuote } from './gather-quote.ts'
import { purchaseCart, replyOf } from './purchase.ts'
import { StoredPurchase, StoredQuote } from './stored-purchase.ts'
import { previewSums, storedSums } from './wire-sums.ts'

interface CheckoutHandlers {
  readonly previewPurchase: Handler<typeof previewPurchase>
  readonly purchase: Handler<typeof purchase>
  readonly viewPurchase: Handler<typeof viewPurchase>
}

/** A member's identity token for the reply (spec §3); a visitor's purchase signs nobody in. */
type IdentityOf = (context: CallContext) => Promise<string | null>

/** The cart that is named, or else the browser's; a member's own where that has just become part of it. */
const cartToBuy = (
  { world }: CheckoutTools,
  context: CallContext,
  named: string | undefined,
): Promise<string | null> => cartIdToBuy({ world, beingBought }, context.actor, named ?? cartIdOf(context))

/** The browser is known as the one that sent this cart, for as long as the duplicate warning looks back, and a while. */
const boughtCartSeconds = 120

const rememberBought = ({ cookies }: CallContext, cartId: string): void =>
  cookies.set(brand.keys.boughtCartCookie, cartId, { httpOnly: true, maxAge: boughtCartSeconds })

const createPreview =
  (tools: CheckoutTools): Handler<typeof previewPurchase> =>
  async (context, payload) => {
    const cartId = await cartToBuy(tools, context, undefined)
    const cart = cartId === null ? null : await cartForPreview(tools.world, cartId, context.actor)
    if (!cart) throw new ShopError('CART_EMPTY')
    const country = payload.country ?? context.country
    const { region, zip } = payload
    if (payload.country !== undefined) refuseUnreal(placeMessages({ country, region, zip }), null)
    const email = context.actor.kind === 'member' ? context.actor.email : null
    const { actor } = context
    const available = actor.kind === 'member' ? await creditOf(tools.world.database, actor.accountId) : 0
    const { quote } = await gatherQuote(tools, tools.world.database, {
      cart,
      place: { country, region, zip },
      methodCode: payload.shipping?.method_code ?? null,
      namedCoupons: payload.coupon_codes ?? null,
      redeemer: email === null ? null : { email, checkoutId: null },
      creditCents: payload.use_credit ? available : 0,
    })
    const refused = quote.refusedLines[0]
    if (refused) throw new ShopError(refused.error, { data: { plan_code: refused.planCode } })
    return previewSums(quote, country, { availableCents: available, gift: cart.giftDetails })
  }

const createView =
  (tools: CheckoutTools, identityOf: IdentityOf): Handler<typeof viewPurchase> =>
  async (context, { id }) => {
    const checkout = await selectCheckout(tools.world.database, id)
    if (!checkout) throw new ShopError('NOT_FOUND')
    const bought = StoredPurchase.parse(checkout.purchase)
    return {
      ...(await replyOf(tools, checkout)),
      loamSessionToken: await identityOf(context),
      email: bought.email,
      is_new_account: bought.accountId === null,
      sums: storedSums(StoredQuote.parse(checkout.quote), bought.gift),
      address: bought.address,
      placed_at: checkout.created_at,
    }
  }

/** The checkout calls of §7 and of our pages. */
export const createCheckoutHandlers = (
  tools: CheckoutTools,
  identityOf: IdentityOf,
  gate: CardGate,
): CheckoutHandlers => ({
  previewPurchase: createPreview(tools),
  purchase: async (context, { captcha, website, ...sent }) => {
    // What shows a person is no part of what is bought: the same form with another check is the same purchase.
    const payload = { ...sent, captcha: '', website: '' }
    const { cartId, reply } = await purchaseCart(tools, {
      payload,
      actor: context.actor,
      cartId: await cartToBuy(tools, context, payload.cart_id),
      boughtCartId: context.cookies.get(brand.keys.boughtCartCookie) ?? null,
      consent: consentVisitOf(context),
      cardTry: await gate.read(context, { captcha, website }, payload.request_id),
    })
    rememberBought(context, cartId)
    if (reply.status === 'ordered') await leaveBoughtCart(tools.world, context, cartId)
    return { ...reply, loamSessionToken: await identityOf(context) }
  },
  viewPurchase: createView(tools, identityOf),
})
