import { localAddress } from '#shared/locale-path.ts'
import { findAccountByEmail, holdAccount } from '#account/server/accounts.ts'
import { reserveStock, stockQuantitiesOf } from '#catalogue/server/plans.ts'
import { giftToBuy } from '#cart/rules/gift-details.ts'
import type { Cart } from '#cart/rules/cart.ts'
import { cartForCheckout, openSingleCart, singleCart } from '#cart/server/carts.ts'
import { creditIn } from '#credit/rules/credit-use.ts'
import { lockCredit, reserveCredit } from '#credit/server/credits.ts'
import { reserveRedemptions } from '#coupon/server/coupons.ts'
import { validatedAddress } from '#location/rules/address-validation.ts'
import { customerForNewCard, openCharge, savedCardOf } from '#payment/charge/server/payments.ts'
import type { Charge, OpenCharge, PaymentMethod } from '#payment/charge/server/payments.ts'
import { ShopError, isShopError } from '#shared/errors.ts'
import { isNoPrice, readPrice } from '#shared/money.ts'
import { readShownTotals } from '#pricing/rules/shown-totals.ts'
import { toPayCents } from '#pricing/rules/totals.ts'
import type { Cents, Currency } from '#shared/money.ts'
import type { Tx } from '#platform/app-deps.ts'
import { decidePurchase } from '../rules/purchase-decision.ts'
import type { Quote } from '../rules/quote.ts'
import {
  insertCheckout,
  isUndecided,
  selectRecentCheckouts,
  selectExistingCheckout,
} from './checkout-store.ts'
import type { CheckoutServices } from './checkout-services.ts'
import { finishFreeCheckout } from './finish-checkout.ts'
import { gatherQuote } from './gather-quote.ts'
import type { GatheredQuote } from './gather-quote.ts'
import { requestKeysOf } from './purchase-request.ts'
import type { PurchaseRequest } from './purchase-request.ts'
import { storedQuote } from './checkout-record.ts'
import type { Checkout, StoredPurchase } from './checkout-record.ts'

/**
 * Either this request opened the checkout and requests the charge, or another one did or does, or there is nothing to
 * charge.
 */
export type OpenedCheckout =
  | { readonly kind: 'opened'; readonly cartId: string; readonly charge: Charge }
  | { readonly kind: 'existing'; readonly checkout: Checkout }

const findExisting = async (tx: Tx, request: PurchaseRequest): Promise<OpenedCheckout | null> => {
  const checkout = await selectExistingCheckout(tx.db, requestKeysOf(request))
  return checkout ? { kind: 'existing', checkout } : null
}

interface Buyer {
  readonly email: string
  readonly accountId: string | null
  readonly isForeignAccount: boolean
  readonly savedMethod: PaymentMethod | null
  /** At the processor, for a card that is saved. */
  readonly processorCustomer: string | null
}

const savedMethodOf = async (tx: Tx, { payload, actor }: PurchaseRequest): Promise<PaymentMethod | null> => {
  if (payload.card === undefined || !('payment_method_id' in payload.card)) return null
  if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  const method = await savedCardOf(tx.db, actor.accountId, payload.card.payment_method_id)
  if (!method) throw new ShopError('NOT_FOUND')
  return method
}

/** A member buys for the account of the session; a typed e-mail proves nothing. */
const buyerOf = async (services: CheckoutServices, tx: Tx, request: PurchaseRequest): Promise<Buyer> => {
  const { actor, payload } = request
  const savedMethod = await savedMethodOf(tx, request)
  if (actor.kind === 'member') {
    // Deleted in another window a moment ago: nothing is bought for an account that is not there any more.
    if (!(await holdAccount(tx.db, actor.accountId))) throw new ShopError('UNAUTHENTICATED')
    const { email, accountId } = actor
    const processorCustomer = savedMethod
      ? savedMethod.processorCustomer
      : await customerForNewCard(services, tx, accountId)
    return { email, accountId, isForeignAccount: false, savedMethod, processorCustomer }
  }
  const account = await findAccountByEmail(tx.db, payload.email)
  const accountId = account?.id ?? null
  const isForeignAccount = account !== null
  return { email: payload.email, accountId, isForeignAccount, savedMethod, processorCustomer: null }
}

const recentPurchases = async (tx: Tx, email: string, boughtCartId: string | null) => {
  const recent = await selectRecentCheckouts(tx, email, tx.now.subtract({ seconds: 60 }))
  return recent.map((checkout) => ({
    email,
    lines: checkout.quote.lines,
    at: checkout.createdAt,
    isUndecided: isUndecided(checkout),
    isOwn: checkout.cartId === boughtCartId,
  }))
}

const decide = async (
  tx: Tx,
  { payload, boughtCartId, wallet }: PurchaseRequest,
  buyer: Buyer,
  quote: Quote,
): Promise<void> =>
  decidePurchase({
    quote,
    terms: storedQuote(quote).terms,
    expectedTerms: wallet?.terms,
    shown: readShownTotals({ ...payload, shipping: payload.shipping.amount }, quote.currency),
    expectedLines: payload.lines?.map(({ plan_code: planCode, quantity, price }) => ({
      planCode,
      quantity,
      unitPriceCents: price === undefined ? undefined : readPrice(price, quote.currency),
    })),
    namedCoupons: payload.coupon_codes ?? [],
    email: buyer.email,
    hasCard: payload.card !== undefined,
    isForeignAccount: buyer.isForeignAccount,
    recent: await recentPurchases(tx, buyer.email, boughtCartId),
    now: tx.now,
  })

const chargeDraft = (
  services: CheckoutServices,
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
    amountCents: toPayCents(quote.totals),
    currency: quote.currency,
    source: buyer.savedMethod
      ? { kind: 'saved', processorMethod: buyer.savedMethod.processorMethod }
      : { kind: 'token', token, save: quote.renewals.length > 0 },
    processorCustomer: buyer.savedMethod || quote.renewals.length > 0 ? buyer.processorCustomer : null,
    offSession: false,
    returnUrl: `${services.deps.publicUrl}${localAddress(`/thank-you?checkout=${id}`, request.locale)}`,
    description: quote.lines.map((line) => line.name).join(', '),
    shipTo: validatedAddress(request.payload.address),
    origin: buyer.savedMethod ? undefined : request.cardAttempt.origin,
  }
}

/** For the total, or for a new card that renewals will charge: then the charge is of zero. */
const needsProcessor = ({ savedMethod }: Buyer, { totals, renewals }: Quote): boolean =>
  toPayCents(totals) > 0 || (renewals.length > 0 && savedMethod === null)

/** The credit that a purchase sets aside. */
const creditUsesOf = ({ accountId }: Buyer, { totals, currency }: Quote, checkoutId: string) =>
  accountId === null
    ? []
    : [
        {
          accountId,
          purpose: 'purchase' as const,
          purposeId: checkoutId,
          totals,
          currency,
        },
      ]

interface DecidedPurchase extends GatheredQuote {
  readonly cartId: string
  /** What was in the cart: whatever is added later stays. */
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
  address: validatedAddress(request.payload.address),
  paymentMethodId: buyer.savedMethod?.id ?? null,
  consent: request.consent,
  gift,
  items,
  savesAddress: request.wallet === null,
  locale: request.locale,
})

const recordCheckout = async (
  services: CheckoutServices,
  tx: Tx,
  request: PurchaseRequest,
  buyer: Buyer,
  decided: DecidedPurchase,
): Promise<OpenedCheckout | null> => {
  const { cartId, quote, lines } = decided
  const checkoutId = tx.ids.uuid()
  const reservedStock = stockQuantitiesOf(lines)
  const isOurs = await insertCheckout(tx, {
    ...requestKeysOf(request),
    id: checkoutId,
    cartId,
    accountId: buyer.accountId,
    email: buyer.email,
    purchase: purchaseOf(request, buyer, decided),
    quote: storedQuote(quote),
    reservedStock,
  })
  if (!isOurs) return null
  const draft = chargeDraft(services, request, buyer, quote, checkoutId)
  if (needsProcessor(buyer, quote) && buyer.savedMethod === null) await request.cardAttempt.admit(tx)
  const charge = needsProcessor(buyer, quote) ? await openCharge(tx, services.processor.name, draft) : null
  await reserveCredit(tx, creditUsesOf(buyer, quote, checkoutId))
  const coupons = quote.acceptedCoupons.map(({ coupon }) => coupon)
  const isMember = request.actor.kind === 'member'
  await reserveRedemptions(tx, { checkoutId, email: buyer.email, isMember, coupons })
  // Everybody's rows come last, so that they are locked for the commit only.
  await reserveStock(tx, reservedStock)
  if (charge) return { kind: 'opened', cartId, charge }
  // Nothing has to be charged, so it is finished in the same transaction: a crash cannot leave it half done.
  const ordered = await finishFreeCheckout(tx, checkoutId)
  return ordered && { kind: 'existing', checkout: ordered }
}

/** Locked until the purchase is written, and only if credit is used. */
const creditToSpend = async (
  tx: Tx,
  { payload, actor }: PurchaseRequest,
  currency: Currency,
): Promise<Cents> => {
  if (actor.kind !== 'member' || isNoPrice(payload.credit)) return 0
  return creditIn(await lockCredit(tx, [actor.accountId]), actor.accountId, currency)
}

/** The cart to buy, locked; null when there is none that this buyer may buy, or no more. */
const lockedCart = async (
  { deps }: CheckoutServices,
  tx: Tx,
  { cartId, actor, wallet }: PurchaseRequest,
): Promise<Cart | null> => {
  if (cartId === null) return null
  const single = wallet?.single ?? null
  if (single === null) return cartForCheckout(deps, tx, cartId, actor)
  const cart = await singleCart(deps, tx.db, single)
  return (await openSingleCart(tx, cartId, cart)) ? cart : null
}

const gatherAndDecide = async (
  services: CheckoutServices,
  tx: Tx,
  request: PurchaseRequest,
): Promise<{ readonly buyer: Buyer; readonly gathered: DecidedPurchase }> => {
  const { payload, cartId, actor } = request
  const cart = await lockedCart(services, tx, request)
  if (cartId === null || cart === null) throw new ShopError('CART_EMPTY')
  const buyer = await buyerOf(services, tx, request)
  const { country, region, zip } = validatedAddress(payload.address)
  const gathered = await gatherQuote(services, tx.db, {
    cart,
    currency: request.currency,
    place: { country, region, zip },
    methodCode: payload.shipping.method_code,
    namedCoupons: payload.coupon_codes ?? null,
    redeemer: { email: buyer.email, checkoutId: null, isMember: actor.kind === 'member' },
    credit: (currency) => creditToSpend(tx, request, currency),
  })
  await decide(tx, request, buyer, gathered.quote)
  const hasGift = gathered.lines.some(({ plan }) => plan.rules.isGift)
  const gift = giftToBuy({ hasGift, giftDetails: cart.giftDetails }, tx.today)
  return { buyer, gathered: { ...gathered, cartId, items: cart.items, gift } }
}

/**
 * Decides a purchase and writes it with its charge, its coupon uses and its stock, all in the caller's transaction.
 * Throws the first applicable error of spec §8; then nothing is written.
 */
export const openCheckout = async (
  services: CheckoutServices,
  tx: Tx,
  request: PurchaseRequest,
): Promise<OpenedCheckout> => {
  let decided
  try {
    decided = await gatherAndDecide(services, tx, request)
  } catch (thrown) {
    // The reason may be the same request a moment ago: it closed the cart, used the last redemption, placed the
    // order.
    const earlier = isShopError(thrown) ? await findExisting(tx, request) : null
    if (earlier) return earlier
    throw thrown
  }
  const written = await recordCheckout(services, tx, request, decided.buyer, decided.gathered)
  const opened = written ?? (await findExisting(tx, request))
  if (!opened) throw new ShopError('PAYMENT_PENDING')
  return opened
}
