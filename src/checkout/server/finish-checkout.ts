import { keepUnlistedAddress, openGuestAccountAt, saveAddress } from '#account/server/accounts.ts'
import { releaseStock } from '#catalogue/server/plans.ts'
import { closeCart, holdCart } from '#cart/server/carts.ts'
import { takeConsent } from '#consent/server/consents.ts'
import { commitCredit, releaseCredit } from '#credit/server/credits.ts'
import { commitRedemptions, releaseRedemptions } from '#coupon/server/coupons.ts'
import { openGift } from '#gift/server/gifts.ts'
import { shipOn } from '#order/rules/order-terms.ts'
import { placeOrder } from '#order/server/orders.ts'
import type { OrderLineDraft } from '#order/server/orders.ts'
import { savePaymentMethod } from '#payment/server/payments.ts'
import type { Charge } from '#payment/server/payments.ts'
import type { Work } from '#platform/world.ts'
import { startSubscriptions } from '#subscription/server/subscriptions.ts'
import type { SubscriptionStart } from '#subscription/server/subscriptions.ts'
import { selectCheckout, settleCheckout } from './checkout-store.ts'
import type { CheckoutRow, Settlement } from './checkout-store.ts'
import { partOrders } from '../rules/gift-order.ts'
import type { PartOrder } from '../rules/gift-order.ts'
import { StoredPurchase, StoredQuote } from './stored-purchase.ts'

interface Finishing {
  readonly work: Work
  readonly checkout: CheckoutRow
  readonly purchase: StoredPurchase
  readonly quote: StoredQuote
  /** Null when there was nothing to pay. */
  readonly charge: Charge | null
}

interface Owner {
  readonly accountId: string
  /** Null where the address is not the member's to keep. */
  readonly addressId: string | null
  /** Somebody who was not signed in used the e-mail of an account: its member says first that the order is theirs. */
  readonly unconfirmed: boolean
}

/** Whose the orders are, with the address that they go to. */
const ownerOf = async ({ work, purchase }: Finishing): Promise<Owner> => {
  const { accountId: known, isGuest, address, email } = purchase
  if (known !== null && !isGuest) {
    const addressId = await saveAddress(work, known, address)
    return { accountId: known, addressId, unconfirmed: false }
  }
  const { firstName, lastName, phone } = address
  const guest = { email, firstName, lastName, phone }
  const { opened, ...owner } = await openGuestAccountAt(work, guest, address)
  if (opened) {
    await takeConsent(work, owner.accountId, purchase.consent)
    work.announce({ kind: 'password-asked', accountId: owner.accountId, reason: 'new-account' })
  }
  return { ...owner, unconfirmed: !opened }
}

type Part = PartOrder<StoredQuote['lines'][number]>

type OrderName = Pick<Extract<Settlement, { readonly state: 'ordered' }>, 'orderId' | 'orderNumber'>

const newOrderName = ({ ids }: Work): OrderName => ({ orderId: ids.uuid(), orderNumber: ids.orderNumber() })

const orderLines = ({ lines }: Part, subscriptionIds: ReadonlyMap<string, string>): OrderLineDraft[] =>
  lines.map((line) => ({
    planCode: line.planCode,
    name: line.name,
    quantity: line.quantity,
    unitPriceCents: line.unitPriceCents,
    discountCents: line.discountCents,
    taxCents: line.taxCents,
    subscriptionId: subscriptionIds.get(line.planCode) ?? null,
    shelf: line.shelf,
  }))

const writeOrder = (
  { work, checkout, purchase, quote, charge }: Finishing,
  part: Part,
  { orderId, orderNumber }: OrderName,
  { accountId, unconfirmed }: Owner,
  subscriptionIds: ReadonlyMap<string, string>,
): Promise<void> =>
  placeOrder(work, {
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
    currency: quote.currency,
    subtotalCents: part.subtotalCents,
    discountCents: part.discountCents,
    shippingCents: part.shippingCents,
    taxCents: part.taxCents,
    taxPercent: quote.taxPercent,
    totalCents: part.totalCents,
    creditCents: part.creditCents,
    shippingMethod: { code: quote.shipping.methodCode, label: quote.shipping.label },
    discounts: part.discounts,
    shipTo: purchase.address,
    card: charge?.card ?? null,
    terms: part.kind === 'gift' ? [] : quote.terms,
    shipOn: part.kind === 'gift' ? null : shipOn(work.today, quote.preorderNote !== null),
    lines: orderLines(part, subscriptionIds),
  })

const subscriptionStarts = (
  { work, quote }: Finishing,
  { lines }: Part,
  ids: ReadonlyMap<string, string>,
): Omit<SubscriptionStart, 'orderId' | 'accountId' | 'addressId' | 'paymentMethodId'>[] =>
  quote.renewals.map((renewal) => ({
    id: ids.get(renewal.linePlanCode) ?? work.ids.uuid(),
    planCode: renewal.planCode,
    quantity: renewal.quantity,
    unitPriceCents: renewal.unitPriceCents,
    currency: quote.currency,
    intervalMonths: renewal.intervalMonths,
    shippingMethodCode: quote.shipping.methodCode,
    couponCode: renewal.couponCode,
    couponRenewals: renewal.couponRenewals,
    linePosition: lines.findIndex((line) => line.planCode === renewal.linePlanCode),
  }))

const cardOf = async ({ work, purchase, charge }: Finishing, accountId: string): Promise<string> => {
  const saved = purchase.paymentMethodId ?? (charge && (await savePaymentMethod(work, accountId, charge)))
  if (saved === null) throw new Error('a subscription needs a card that the processor keeps')
  return saved
}

const writeGift = async (
  { work, purchase }: Finishing,
  orderId: string,
  accountId: string,
): Promise<void> => {
  if (purchase.gift === null) return
  const { firstName, lastName } = purchase.address
  await openGift(work, { orderId, accountId, giverName: `${firstName} ${lastName}`, details: purchase.gift })
}

/** Writes each order of the purchase; the first is the one that the buyer is told of: the gift's when it is alone. */
const writeOrders = async (finishing: Finishing, told: OrderName): Promise<void> => {
  const { work, purchase, quote } = finishing
  const owner = await ownerOf(finishing)
  const { accountId } = owner
  const ids = new Map(quote.renewals.map((renewal) => [renewal.linePlanCode, work.ids.uuid()]))
  const bought = { ...quote, shippingCents: quote.shipping.cents }
  for (const [position, part] of partOrders(bought, purchase.gift !== null).entries()) {
    const name = position === 0 ? told : newOrderName(work)
    const { orderId } = name
    await writeOrder(finishing, part, name, owner, ids)
    if (part.kind === 'gift') await writeGift(finishing, orderId, accountId)
    else if (quote.renewals.length > 0) {
      const paymentMethodId = await cardOf(finishing, accountId)
      const addressId = owner.addressId ?? (await keepUnlistedAddress(work, accountId, purchase.address))
      const starting = { orderId, accountId, addressId, paymentMethodId }
      const starts = subscriptionStarts(finishing, part, ids)
      await startSubscriptions(
        work,
        starts.map((start) => ({ ...start, ...starting })),
      )
    }
  }
}

const order = async (finishing: Finishing, told: OrderName): Promise<void> => {
  const { work, checkout, purchase, quote } = finishing
  await writeOrders(finishing, told)
  if (quote.creditCents > 0) await commitCredit(work, checkout.id)
  const { address } = purchase
  const card = finishing.charge?.card ?? null
  if (quote.discounts.length > 0) await commitRedemptions(work, checkout.id, { address, card })
  await closeCart(work, checkout.cart_id, purchase.items)
}

const units = (stored: unknown): Record<string, number> => {
  const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
  return Object.fromEntries(
    entries.flatMap(([product, count]) => (typeof count === 'number' ? [[product, count]] : [])),
  )
}

/** The cart stays as it was; what was set aside for it goes back. */
const giveUp = async ({ work, checkout, quote }: Finishing): Promise<void> => {
  if (quote.creditCents > 0) await releaseCredit(work, checkout.id)
  if (quote.discounts.length > 0) await releaseRedemptions(work, checkout.id)
  await releaseStock(work, units(checkout.reserved_stock))
}

/** What the state of a charge makes of its checkout. */
const settlementBy = (work: Work, { state, decline }: Charge): Settlement => {
  switch (state) {
    case 'succeeded':
      return { state: 'ordered', ...newOrderName(work) }
    case 'declined':
      return { state, errorCode: decline?.kind === 'expired' ? 'CARD_EXPIRED' : 'CARD_DECLINED' }
    case 'void':
      return { state: 'abandoned', errorCode: 'UNKNOWN' }
    case 'challenge':
      return { state }
    case 'intended':
    case 'unknown':
      return { state: 'unknown' }
    default:
      return state satisfies never
  }
}

const settle = async (
  work: Work,
  id: string,
  settlement: Settlement,
  charge: Charge | null,
): Promise<CheckoutRow | null> => {
  const checkout = await settleCheckout(work, id, settlement)
  if (!checkout) return (await selectCheckout(work.db, id)) ?? null
  const purchase = StoredPurchase.parse(checkout.purchase)
  const finishing = { work, checkout, purchase, quote: StoredQuote.parse(checkout.quote), charge }
  if (settlement.state === 'ordered') await order(finishing, settlement)
  else if ('errorCode' in settlement) await giveUp(finishing)
  return checkout
}

/**
 * Moves a checkout on by the state of its charge, in the transaction that recorded it: order, address, subscription,
 * redemptions and jobs in one, or everything given back. A checkout that is settled stays as it is. `cartId` is the
 * checkout's cart where the caller knows it. Answers the checkout; null when there is none.
 */
export const finishCheckout = async (
  work: Work,
  charge: Charge,
  cartId?: string,
): Promise<CheckoutRow | null> => {
  const held = cartId ?? (await selectCheckout(work.db, charge.purposeId))?.cart_id
  if (held === undefined) return null
  await holdCart(work, held)
  return settle(work, charge.purposeId, settlementBy(work, charge), charge)
}

/** A purchase without anything to pay is ordered as it stands, by the transaction that opened it and holds its cart. */
export const finishFreeCheckout = (work: Work, checkoutId: string): Promise<CheckoutRow | null> =>
  settle(work, checkoutId, { state: 'ordered', ...newOrderName(work) }, null)
