import { findAccountByEmail } from '#account/server/accounts.ts'
import { reserveStock, unitsOf } from '#catalogue/server/plans.ts'
import { giftToBuy } from '#cart/rules/gift-details.ts'
import { cartForCheckout } from '#cart/server/carts.ts'
import { lockCredit, reserveCredit } from '#credit/server/credits.ts'
import { reserveRedemptions } from '#coupon/server/coupons.ts'
import { realAddress } from '#location/rules/real-address.ts'
import { openCharge, paymentMethodOf } from '#payment/server/payments.ts'
import type { Charge, OpenCharge, PaymentMethod } from '#payment/server/payments.ts'
import { ShopError, isShopError } from '#shared/errors.ts'
import { parsePrice } from '#shared/money.ts'
import type { Cents } from '#shared/money.ts'
import type { Work } from '#platform/world.ts'
import { decidePurchase } from '../rules/purchase-decision.ts'
import type { Quote } from '../rules/quote.ts'
import {
  insertCheckout,
  isUndecided,
  selectRecentCheckouts,
  selectStandingCheckout,
} from './checkout-store.ts'
import type { CheckoutRow } from './checkout-store.ts'
import type { CheckoutTools } from './checkout-tools.ts'
import { finishFreeCheckout } from './finish-checkout.ts'
import { gatherQuote } from './gather-quote.ts'
import type { GatheredQuote } from './gather-quote.ts'
import { namesOf } from './purchase-request.ts'
import type { PurchaseRequest } from './purchase-request.ts'
import { StoredQuote, storedQuote } from './stored-purchase.ts'
import type { StoredPurchase } from './stored-purchase.ts'

/** Either this request opened the checkout and asks for the money, or another one did or does, or there is nothing to ask. */
export type OpenedCheckout =
  | { readonly kind: 'opened'; readonly cartId: string; readonly charge: Charge }
  | { readonly kind: 'standing'; readonly checkout: CheckoutRow }

const standing = async (work: Work, request: PurchaseRequest): Promise<OpenedCheckout | null> => {
  const checkout = await selectStandingCheckout(work.db, namesOf(request))
  return checkout ? { kind: 'standing', checkout } : null
}

interface Buyer {
  readonly email: string
  readonly accountId: string | null
  readonly isForeignAccount: boolean
  readonly savedMethod: PaymentMethod | null
}

const savedMethodOf = async (
  work: Work,
  { payload, actor }: PurchaseRequest,
): Promise<PaymentMethod | null> => {
  if (payload.card === undefined || !('payment_method_id' in payload.card)) return null
  if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  const method = await paymentMethodOf(work.db, actor.accountId, payload.card.payment_method_id)
  if (!method) throw new ShopError('NOT_FOUND')
  return method
}

/** A member buys for the account of the session; a typed e-mail proves nothing. */
const buyerOf = async (work: Work, request: PurchaseRequest): Promise<Buyer> => {
  const { actor, payload } = request
  const savedMethod = await savedMethodOf(work, request)
  if (actor.kind === 'member') {
    return { email: actor.email, accountId: actor.accountId, isForeignAccount: false, savedMethod }
  }
  const account = await findAccountByEmail(work.db, payload.email)
  const accountId = account?.id ?? null
  return { email: payload.email, accountId, isForeignAccount: account !== null, savedMethod }
}

const recentPurchases = async (work: Work, email: string, boughtCartId: string | null) => {
  const rows = await selectRecentCheckouts(work, email, work.now.subtract({ seconds: 60 }))
  return rows.map((row) => ({
    email,
    lines: StoredQuote.parse(row.quote).lines,
    at: Temporal.Instant.from(row.created_at),
    isUndecided: isUndecided(row),
    isOwn: row.cart_id === boughtCartId,
  }))
}

const decide = async (
  work: Work,
  { payload, boughtCartId }: PurchaseRequest,
  buyer: Buyer,
  quote: Quote,
): Promise<void> =>
  decidePurchase({
    quote,
    believedTotal: payload.total,
    believedCredit: payload.credit,
    believedLines: payload.lines,
    believedShipping: payload.shipping.amount,
    namedCoupons: payload.coupon_codes ?? [],
    email: buyer.email,
    hasCard: payload.card !== undefined,
    isForeignAccount: buyer.isForeignAccount,
    recent: await recentPurchases(work, buyer.email, boughtCartId),
    now: work.now,
  })

const chargeDraft = (
  tools: CheckoutTools,
  request: PurchaseRequest,
  buyer: Buyer,
  quote: Quote,
  id: string,
): OpenCharge => {
  const { card } = request.payload
  const token = card !== undefined && 'token' in card ? card.token : ''
  return {
    purpose: 'purchase',
    purposeId: id,
    attempt: 1,
    accountId: buyer.accountId,
    email: buyer.email,
    amountCents: quote.toPayCents,
    currency: quote.currency,
    source: buyer.savedMethod
      ? { kind: 'saved', processorMethod: buyer.savedMethod.processorMethod }
      : { kind: 'token', token, save: quote.renewals.length > 0 },
    processorCustomer: buyer.savedMethod?.processorCustomer ?? null,
    offSession: false,
    returnUrl: `${tools.world.publicUrl}/thank-you?checkout=${id}`,
    description: quote.lines.map((line) => line.name).join(', '),
    origin: buyer.savedMethod ? undefined : request.cardTry.origin,
  }
}

/** For the money, or for a new card that renewals will charge: then the charge is one of nothing. */
const asksProcessor = ({ savedMethod }: Buyer, { toPayCents, renewals }: Quote): boolean =>
  toPayCents > 0 || (renewals.length > 0 && savedMethod === null)

/** The credit that a purchase sets aside. */
const usesOf = ({ accountId }: Buyer, { creditCents }: Quote, checkoutId: string) =>
  accountId === null
    ? []
    : [{ accountId, purpose: 'purchase' as const, purposeId: checkoutId, cents: creditCents }]

interface DecidedPurchase extends GatheredQuote {
  readonly cartId: string
  /** What lay in the cart: whatever is put in after it stays. */
  readonly items: Readonly<Record<string, number>>
  readonly gift: StoredPurchase['gift']
}

const purchaseOf = (
  request: PurchaseRequest,
  buyer: Buyer,
  { gift, items }: DecidedPurchase,
): StoredPurchase => ({
  email: buyer.email,
  accountId: buyer.accountId,
  isGuest: request.actor.kind !== 'member',
  address: realAddress(request.payload.address),
  paymentMethodId: buyer.savedMethod?.id ?? null,
  consent: request.consent,
  gift,
  items,
})

const writeDown = async (
  tools: CheckoutTools,
  work: Work,
  request: PurchaseRequest,
  buyer: Buyer,
  decided: DecidedPurchase,
): Promise<OpenedCheckout | null> => {
  const { cartId, quote, lines } = decided
  const checkoutId = work.ids.uuid()
  const reservedStock = unitsOf(lines)
  const isOurs = await insertCheckout(work, {
    ...namesOf(request),
    id: checkoutId,
    cartId,
    accountId: buyer.accountId,
    email: buyer.email,
    purchase: purchaseOf(request, buyer, decided),
    quote: storedQuote(quote),
    reservedStock,
  })
  if (!isOurs) return null
  const draft = chargeDraft(tools, request, buyer, quote, checkoutId)
  if (asksProcessor(buyer, quote) && buyer.savedMethod === null) await request.cardTry.admit(work)
  const charge = asksProcessor(buyer, quote) ? await openCharge(work, tools.processor.name, draft) : null
  await reserveCredit(work, usesOf(buyer, quote, checkoutId))
  const coupons = quote.acceptedCoupons.map(({ coupon }) => coupon)
  await reserveRedemptions(work, { checkoutId, email: buyer.email, coupons })
  // Everybody's rows come last, so that they are locked for the commit only.
  await reserveStock(work, reservedStock)
  if (charge) return { kind: 'opened', cartId, charge }
  // Nobody is to be asked, so there is nothing to wait for either: no crash can leave it half done.
  const ordered = await finishFreeCheckout(work, checkoutId)
  return ordered && { kind: 'standing', checkout: ordered }
}

/** Held until the purchase is written down; whoever does not want to spend any holds nobody up. */
const creditToSpend = async (work: Work, { payload, actor }: PurchaseRequest): Promise<Cents> =>
  actor.kind === 'member' && parsePrice(payload.credit) > 0
    ? ((await lockCredit(work, [actor.accountId])).get(actor.accountId) ?? 0)
    : 0

const decideAgainst = async (
  tools: CheckoutTools,
  work: Work,
  request: PurchaseRequest,
): Promise<{ readonly buyer: Buyer; readonly gathered: DecidedPurchase }> => {
  const { payload, actor, cartId } = request
  const cart = cartId === null ? null : await cartForCheckout(work, cartId, actor)
  if (cartId === null || cart === null) throw new ShopError('CART_EMPTY')
  const buyer = await buyerOf(work, request)
  const { country, region, zip } = realAddress(payload.address)
  const creditCents = await creditToSpend(work, request)
  const gathered = await gatherQuote(tools, work.db, {
    cart,
    place: { country, region, zip },
    methodCode: payload.shipping.method_code,
    namedCoupons: payload.coupon_codes ?? null,
    redeemer: { email: buyer.email, checkoutId: null },
    creditCents,
  })
  await decide(work, request, buyer, gathered.quote)
  return { buyer, gathered: { ...gathered, cartId, items: cart.items, gift: giftToBuy(cart, work.today) } }
}

/**
 * Decides a purchase and writes it down with its charge, its coupon uses and its stock, all in the caller's
 * transaction. Throws the first error of spec §8 that stands in the way; then nothing is written.
 */
export const openCheckout = async (
  tools: CheckoutTools,
  work: Work,
  request: PurchaseRequest,
): Promise<OpenedCheckout> => {
  let decided
  try {
    decided = await decideAgainst(tools, work, request)
  } catch (thrown) {
    // The same request a moment ago may be why: it closed the cart, took the last use, placed the order.
    const earlier = isShopError(thrown) ? await standing(work, request) : null
    if (earlier) return earlier
    throw thrown
  }
  const written = await writeDown(tools, work, request, decided.buyer, decided.gathered)
  const opened = written ?? (await standing(work, request))
  if (!opened) throw new ShopError('PAYMENT_PENDING')
  return opened
}
