import { catalogueTextIn, reserveStock, stockQuantitiesOf } from '#catalogue/server/plans.ts'
import { giftToBuy } from '#cart/rules/gift-details.ts'
import type { Cart } from '#cart/rules/cart.ts'
import { cartForCheckout, openSingleCart, singleCart } from '#cart/server/carts.ts'
import { creditIn } from '#credit/rules/credit-use.ts'
import { lockCredit, reserveCredit } from '#credit/server/credits.ts'
import { reserveRedemptions } from '#coupon/server/coupons.ts'
import { validatedAddress } from '#location/rules/address-validation.ts'
import { openCharge } from '#payment/charge/server/payments.ts'
import type { Charge } from '#payment/charge/server/payments.ts'
import { ShopError, isShopError } from '#shared/errors.ts'
import { isNoPrice, readPrice } from '#shared/money.ts'
import { readShownTotals } from '#pricing/rules/shown-totals.ts'
import type { Cents, Currency } from '#shared/money.ts'
import type { Tx } from '#platform/app-deps.ts'
import { together } from '#platform/gathered.ts'
import { decidePurchase } from '../rules/purchase-decision.ts'
import type { Quote } from '../rules/quote.ts'
import { buyerEmail, buyerOf } from './buyer.ts'
import type { Buyer } from './buyer.ts'
import { chargeDraft, creditUsesOf, needsProcessor } from './checkout-charge.ts'
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
import type { Checkout, Reader, StoredPurchase } from './checkout-record.ts'

/**
 * Either this request opened the checkout and requests the charge, or another one did or does, or there is nothing to
 * charge.
 */
export type OpenedCheckout =
  | { readonly kind: 'opened'; readonly cartId: string; readonly charge: Charge }
  | { readonly kind: 'existing'; readonly checkout: Checkout }

type Db = Parameters<typeof selectExistingCheckout>[0]

const findExisting = async (db: Db, request: PurchaseRequest): Promise<OpenedCheckout | null> => {
  const checkout = await selectExistingCheckout(db, requestKeysOf(request))
  return checkout ? { kind: 'existing', checkout } : null
}

const recentPurchases = async (tx: Tx, request: PurchaseRequest) => {
  const email = buyerEmail(request)
  const recent = await selectRecentCheckouts(tx, email, tx.now.subtract({ seconds: 60 }))
  return recent.map((checkout) => ({
    email,
    lines: checkout.quote.lines,
    at: checkout.createdAt,
    isUndecided: isUndecided(checkout),
    isOwn: checkout.cartId === request.boughtCartId,
  }))
}

/** A quote, and who reads its sentences. */
interface QuoteToRead {
  readonly quote: Quote
  readonly reader: Reader
}

const decide = (
  tx: Tx,
  { payload, wallet }: PurchaseRequest,
  buyer: Buyer,
  { quote, reader }: QuoteToRead,
  recent: Awaited<ReturnType<typeof recentPurchases>>,
): void =>
  decidePurchase({
    quote,
    terms: storedQuote(quote, reader).terms,
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
    recent,
    now: tx.now,
  })

interface DecidedPurchase extends GatheredQuote {
  readonly reader: Reader
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

/** Another request buys this cart, or did: nothing that was sent together with its checkout stays. */
class BoughtElsewhere extends Error {}

const insertOwnCheckout = async (
  tx: Tx,
  request: PurchaseRequest,
  buyer: Buyer,
  { id, decided }: { readonly id: string; readonly decided: DecidedPurchase },
): Promise<void> => {
  const isOurs = await insertCheckout(tx, {
    ...requestKeysOf(request),
    id,
    cartId: decided.cartId,
    accountId: buyer.accountId,
    email: buyer.email,
    purchase: purchaseOf(request, buyer, decided),
    quote: storedQuote(decided.quote, decided.reader),
    reservedStock: stockQuantitiesOf(decided.lines),
  })
  if (!isOurs) throw new BoughtElsewhere()
}

const reserve = async (
  tx: Tx,
  { actor }: PurchaseRequest,
  buyer: Buyer,
  checkoutId: string,
  { quote, lines }: DecidedPurchase,
): Promise<void> => {
  await reserveCredit(tx, creditUsesOf(buyer, quote, checkoutId))
  const coupons = quote.acceptedCoupons.map(({ coupon }) => coupon)
  await reserveRedemptions(tx, {
    checkoutId,
    email: buyer.email,
    isMember: actor.kind === 'member',
    coupons,
  })
  // Everybody's rows come last, so that they are locked for the commit only.
  await reserveStock(tx, stockQuantitiesOf(lines))
}

const recordCheckout = async (
  services: CheckoutServices,
  tx: Tx,
  request: PurchaseRequest,
  buyer: Buyer,
  decided: DecidedPurchase,
): Promise<OpenedCheckout | null> => {
  const { cartId, quote } = decided
  const id = tx.ids.uuid()
  const draft = chargeDraft(services, request, buyer, quote, id)
  const isCharged = needsProcessor(buyer, quote)
  const isTyped = isCharged && buyer.savedMethod === null
  const [, , charge] = await together([
    insertOwnCheckout(tx, request, buyer, { id, decided }),
    isTyped ? request.cardAttempt.admit(tx) : Promise.resolve(),
    isCharged ? openCharge(tx, services.processor.name, draft) : Promise.resolve(null),
    reserve(tx, request, buyer, id, decided),
  ])
  if (charge) return { kind: 'opened', cartId, charge }
  // Nothing has to be charged, so it is finished in the same transaction: a crash cannot leave it half done.
  const ordered = await finishFreeCheckout(tx, id)
  return ordered && { kind: 'existing', checkout: ordered.checkout }
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

/** The plan that is bought alone; null when a cart is bought. */
const singleCartOf = async (
  { deps }: CheckoutServices,
  tx: Tx,
  { wallet }: PurchaseRequest,
): Promise<Cart | null> => {
  const single = wallet?.single ?? null
  return single && singleCart(deps, tx.db, single)
}

/** The cart to buy, locked. Throws CART_EMPTY when there is none that this buyer may buy, or no more. */
const lockedCart = async (
  { deps }: CheckoutServices,
  tx: Tx,
  { cartId, actor }: PurchaseRequest,
  single: Cart | null,
): Promise<{ readonly cart: Cart; readonly cartId: string }> => {
  if (cartId === null) throw new ShopError('CART_EMPTY')
  const cart =
    single === null
      ? await cartForCheckout(deps, tx, cartId, actor)
      : await openSingleCart(tx, cartId, single)
  if (cart === null) throw new ShopError('CART_EMPTY')
  return { cart, cartId }
}

const gatherAndDecide = async (
  services: CheckoutServices,
  tx: Tx,
  request: PurchaseRequest,
): Promise<{ readonly buyer: Buyer; readonly gathered: DecidedPurchase }> => {
  const { payload, locale, actor } = request
  // Read before, so that every purchase locks its cart first.
  const single = await singleCartOf(services, tx, request)
  const [{ cart, cartId }, buyer, recent] = await together([
    lockedCart(services, tx, request, single),
    buyerOf(services, tx, request),
    recentPurchases(tx, request),
  ])
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
  const reader: Reader = { locale, translated: await catalogueTextIn(services.deps, locale, tx.db) }
  decide(tx, request, buyer, { quote: gathered.quote, reader }, recent)
  const hasGift = gathered.lines.some(({ plan }) => plan.rules.isGift)
  const gift = giftToBuy({ hasGift, giftDetails: cart.giftDetails }, tx.today)
  return { buyer, gathered: { ...gathered, reader, cartId, items: cart.items, gift } }
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
    const earlier = isShopError(thrown) ? await findExisting(tx.db, request) : null
    if (earlier) return earlier
    throw thrown
  }
  const opened = await recordCheckout(services, tx, request, decided.buyer, decided.gathered)
  if (!opened) throw new ShopError('PAYMENT_PENDING')
  return opened
}

/**
 * What a request gets whose checkout another one had written first; its own is rolled back by now. Null when the other one has
 * failed since, so that this cart is to be bought again. Throws everything else again.
 */
export const boughtInstead = async (
  db: Db,
  request: PurchaseRequest,
  thrown: unknown,
): Promise<OpenedCheckout | null> => {
  if (!(thrown instanceof BoughtElsewhere)) throw thrown
  return findExisting(db, request)
}
