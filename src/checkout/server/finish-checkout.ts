import { localeOf, storedLocale } from '#shared/locale.ts'
import {
  saveUnlistedAddress,
  openGuestAccountAt,
  saveAddress,
  saveFirstAddress,
} from '#account/server/accounts.ts'
import { giftPlanCodes, releaseStock } from '#catalogue/server/plans.ts'
import { closeCart, continueCart, lockCheckoutCart } from '#cart/server/carts.ts'
import type { ClosedCart } from '#cart/server/carts.ts'
import { linkConsent } from '#consent/server/consents.ts'
import { linkVisitor } from '#experiment/server/experiments.ts'
import { commitCredit, releaseCredit } from '#credit/server/credits.ts'
import { commitRedemptions, releaseRedemptions } from '#coupon/server/coupons.ts'
import { shipDates } from '#delivery/rules/delivery-dates.ts'
import { declineError } from '#payment/processor/rules/card-decline.ts'
import { openGift } from '#gift/server/gifts.ts'
import { placeOrder } from '#order/server/orders.ts'
import { recordOutcome, savePaymentMethod } from '#payment/charge/server/payments.ts'
import type { Charge, PaidCharge } from '#payment/charge/server/payments.ts'
import type { Tx } from '#platform/app-deps.ts'
import { together } from '#platform/gathered.ts'
import { startSubscriptions } from '#subscription/server/subscriptions.ts'
import type { SubscriptionStart } from '#subscription/server/subscriptions.ts'
import { selectCheckout, settleCheckout } from './checkout-store.ts'
import type { Settlement } from './checkout-store.ts'
import { splitOrder } from '../rules/split-order.ts'
import type { OrderPart } from '../rules/split-order.ts'
import type { Checkout, StoredPurchase, StoredQuote } from './checkout-record.ts'

interface FinishContext {
  readonly tx: Tx
  readonly checkout: Checkout
  readonly purchase: StoredPurchase
  readonly quote: StoredQuote
  /** Null when there was nothing to pay. */
  readonly charge: Charge | null
  /** Its cart, which nobody changes any more. */
  readonly closed: Promise<ClosedCart>
}

/** A checkout with what became of it. */
export interface FinishedCheckout {
  readonly checkout: Checkout
  /** The cart that continues the bought one, null for none; missing when nothing was bought now. */
  readonly successor?: string | null
}

interface Owner {
  readonly accountId: string
  /** Null if the address is not saved for the member. */
  readonly addressId: string | null
  /** A visitor used the e-mail of an account: its member confirms first that the order is theirs. */
  readonly unconfirmed: boolean
}

/** Whose the orders are, with the address that they go to. */
const ownerOf = async ({ tx, purchase }: FinishContext): Promise<Owner> => {
  const { accountId: known, isGuest, address, email, savesAddress } = purchase
  if (known !== null && !isGuest) {
    const save = savesAddress ? saveAddress : saveFirstAddress
    const addressId = await save(tx, known, address)
    return { accountId: known, addressId, unconfirmed: false }
  }
  const { firstName, lastName, phone } = address
  const guest = { email, firstName, lastName, phone, locale: purchase.locale }
  const { isNew: opened, ...owner } = await openGuestAccountAt(tx, guest, address)
  if (opened) {
    await linkConsent(tx, owner.accountId, purchase.consent)
    await linkVisitor(tx, owner.accountId, purchase.consent)
  }
  // The page of the order says that a link is mailed, whether the account is new.
  const reason = opened ? 'new-account' : 'guest-order'
  tx.publish({ kind: 'password-link-requested', accountId: owner.accountId, reason })
  return { ...owner, unconfirmed: !opened }
}

type OrderPartOfQuote = OrderPart<StoredQuote['lines'][number]>

type OrderIdentity = Pick<Extract<Settlement, { readonly state: 'ordered' }>, 'orderId' | 'orderNumber'>

const newOrderIdentity = ({ ids }: Tx): OrderIdentity => ({
  orderId: ids.uuid(),
  orderNumber: ids.orderNumber(),
})

const writeOrder = (
  { tx, checkout, purchase, quote, charge }: FinishContext,
  part: OrderPartOfQuote,
  { orderId, orderNumber }: OrderIdentity,
  { accountId, unconfirmed }: Owner,
  subscriptionIds: ReadonlyMap<string, string>,
): Promise<void> =>
  placeOrder(tx, {
    id: orderId,
    number: orderNumber,
    accountId,
    unconfirmed,
    kind: part.kind,
    checkoutId: checkout.id,
    billingCycleId: null,
    chargeId: charge?.id ?? null,
    processor: charge?.processor ?? null,
    email: purchase.email,
    // A member has said what they read.
    locale: purchase.isGuest ? localeOf(purchase.locale) : null,
    documentLocale: storedLocale(purchase.locale),
    currency: quote.currency,
    totals: part.totals,
    taxPercent: quote.taxPercent,
    tax: part.tax,
    shipping: quote.shipping,
    discounts: part.discounts,
    shipTo: purchase.address,
    card: charge?.card ?? null,
    terms: part.kind === 'gift' ? [] : quote.terms,
    ships: part.kind === 'gift' ? null : shipDates(tx.now, quote.preorderNote !== null),
    lines: part.lines.map((line) => ({
      ...line,
      subscriptionId: subscriptionIds.get(line.planCode) ?? null,
    })),
  })

const subscriptionStarts = (
  { tx, quote }: FinishContext,
  { lines }: OrderPartOfQuote,
  ids: ReadonlyMap<string, string>,
): Omit<SubscriptionStart, 'orderId' | 'accountId' | 'addressId' | 'paymentMethodId'>[] =>
  quote.renewals.map((renewal) => ({
    id: ids.get(renewal.linePlanCode) ?? tx.ids.uuid(),
    planCode: renewal.planCode,
    quantity: renewal.quantity,
    unitPriceCents: renewal.unitPriceCents,
    currency: quote.currency,
    intervalMonths: renewal.intervalMonths,
    shippingMethodCode: quote.shipping.code,
    couponCode: renewal.couponCode,
    couponRenewals: renewal.couponRenewals,
    linePosition: lines.findIndex((line) => line.planCode === renewal.linePlanCode),
  }))

const cardOf = async ({ tx, purchase, charge }: FinishContext, accountId: string): Promise<string> => {
  const saved = purchase.paymentMethodId ?? (charge && (await savePaymentMethod(tx, accountId, charge)))
  if (saved === null) throw new Error('a subscription needs a card that the processor keeps')
  return saved
}

const writeGift = async (
  { tx, purchase }: FinishContext,
  orderId: string,
  accountId: string,
): Promise<void> => {
  if (purchase.gift === null) return
  const { firstName, lastName } = purchase.address
  await openGift(tx, { orderId, accountId, giverName: `${firstName} ${lastName}`, details: purchase.gift })
}

/** Writes each order of the purchase; the first is the one that the buyer is shown: the gift's when it is alone. */
const writeOrders = async (context: FinishContext, primary: OrderIdentity): Promise<string | null> => {
  const { tx, purchase, quote, checkout } = context
  // The cart is locked already, so it is closed with whatever comes next.
  const [owner, closed] = await together([ownerOf(context), context.closed])
  const successor = await continueCart(tx, checkout.cartId, closed, purchase.items)
  const { accountId } = owner
  const ids = new Map(quote.renewals.map((renewal) => [renewal.linePlanCode, tx.ids.uuid()]))
  const giftCodes = purchase.gift === null ? new Set<string>() : await giftPlanCodes(tx.db)
  for (const [position, part] of splitOrder(quote, giftCodes).entries()) {
    const identity = position === 0 ? primary : newOrderIdentity(tx)
    const { orderId } = identity
    await writeOrder(context, part, identity, owner, ids)
    if (part.kind === 'gift') await writeGift(context, orderId, accountId)
    else if (quote.renewals.length > 0) {
      const paymentMethodId = await cardOf(context, accountId)
      const addressId = owner.addressId ?? (await saveUnlistedAddress(tx, accountId, purchase.address))
      const starting = { orderId, accountId, addressId, paymentMethodId }
      const starts = subscriptionStarts(context, part, ids)
      await startSubscriptions(
        tx,
        starts.map((start) => ({ ...start, ...starting })),
      )
    }
  }
  return successor
}

const order = async (context: FinishContext, primary: OrderIdentity): Promise<FinishedCheckout> => {
  const { tx, checkout, purchase, quote } = context
  const successor = await writeOrders(context, primary)
  await commitCredit(tx, checkout.id, quote.totals)
  const { address } = purchase
  const card = context.charge?.card ?? null
  if (quote.discounts.length > 0) await commitRedemptions(tx, checkout.id, { address, card })
  return { checkout, successor }
}

/** The cart is unchanged; its reservations are released. */
const releaseReservations = async (tx: Tx, checkout: Checkout): Promise<void> => {
  const { quote } = checkout
  await releaseCredit(tx, checkout.id, quote.totals)
  if (quote.discounts.length > 0) await releaseRedemptions(tx, checkout.id)
  await releaseStock(tx, checkout.reservedStock)
}

/** The state of a checkout for the state of its charge. */
const settlementBy = (tx: Tx, { state, decline, challengeUrl }: Charge): Settlement => {
  switch (state) {
    case 'succeeded':
      return { state: 'ordered', ...newOrderIdentity(tx) }
    case 'declined':
      return { state, errorCode: declineError(decline) }
    case 'void':
      return { state: 'abandoned', errorCode: challengeUrl === null ? 'SHOP_BUSY' : 'UNKNOWN' }
    case 'challenge':
      return { state }
    case 'intended':
    case 'unknown':
      return { state: 'unknown' }
    default:
      return state satisfies never
  }
}

/** A checkout that somebody else has settled. */
export const settledCheckout = async (
  db: Parameters<typeof selectCheckout>[0],
  id: string,
): Promise<FinishedCheckout | null> => {
  const checkout = await selectCheckout(db, id)
  return checkout ? { checkout } : null
}

const settle = async (
  tx: Tx,
  id: string,
  settlement: Settlement,
  charge: Charge | null,
): Promise<FinishedCheckout | null> => {
  const checkout = await settleCheckout(tx, id, settlement)
  if (!checkout) return settledCheckout(tx.db, id)
  const { purchase, quote } = checkout
  if (settlement.state === 'ordered') {
    const closed = closeCart(tx, checkout.cartId)
    return order({ tx, checkout, purchase, quote, charge, closed }, settlement)
  }
  if ('errorCode' in settlement) await releaseReservations(tx, checkout)
  return { checkout }
}

/**
 * Advances a checkout by the state of its charge, in the transaction that recorded it: order, address, subscription,
 * redemptions and jobs together, or all reservations released. A settled checkout is not changed. `cartId` is the
 * checkout's cart if the caller knows it. Returns the checkout; null when there is none.
 */
export const finishCheckout = async (
  tx: Tx,
  charge: Charge,
  cartId?: string,
): Promise<FinishedCheckout | null> => {
  const held = cartId ?? (await selectCheckout(tx.db, charge.purposeId))?.cartId
  if (held === undefined) return null
  await lockCheckoutCart(tx, held)
  return settle(tx, charge.purposeId, settlementBy(tx, charge), charge)
}

/** Somebody else has settled the checkout: nothing that was sent together with the look at it stays. */
export class SettledElsewhere extends Error {}

/**
 * Records that the processor took the money for a checkout of the caller's own, and orders what it pays for: the charge, the cart
 * and the checkout are locked in this order, by statements that travel together. Throws NOT_FOUND for a charge that is
 * gone, SettledElsewhere for a checkout that is settled.
 */
export const finishPaid = async (
  tx: Tx,
  { charge: { id, purposeId }, cartId }: { readonly charge: Charge; readonly cartId: string },
  outcome: PaidCharge['outcome'],
): Promise<FinishedCheckout> => {
  const settlement = { state: 'ordered', ...newOrderIdentity(tx) } as const
  const [{ charge }, closed, checkout] = await together([
    recordOutcome(tx, id, outcome),
    closeCart(tx, cartId),
    settleCheckout(tx, purposeId, settlement),
  ])
  if (!checkout) throw new SettledElsewhere()
  // Both are settled in one transaction: who has recorded another answer has settled the checkout too.
  if (charge.state !== 'succeeded') throw new Error('a checkout is open whose charge is settled')
  const { purchase, quote } = checkout
  return order({ tx, checkout, purchase, quote, charge, closed: Promise.resolve(closed) }, settlement)
}

/** A purchase with nothing to pay is ordered at once, by the transaction that opened it and locks its cart. */
export const finishFreeCheckout = (tx: Tx, checkoutId: string): Promise<FinishedCheckout | null> =>
  settle(tx, checkoutId, { state: 'ordered', ...newOrderIdentity(tx) }, null)
