import { openGuestAccount, saveAddress } from '#account/server/accounts.ts'
import { releaseStock } from '#catalogue/server/plans.ts'
import { closeCart } from '#cart/server/carts.ts'
import { takeConsent } from '#consent/server/consents.ts'
import { commitCredit, releaseCredit } from '#credit/server/credits.ts'
import { commitRedemptions, releaseRedemptions } from '#coupon/server/coupons.ts'
import { openGift } from '#gift/server/gifts.ts'
import { shipOn } from '#order/rules/order-terms.ts'
import { placeOrder } from '#order/server/orders.ts'
import type { OrderLineDraft } from '#order/server/orders.ts'
import { savePaymentMethod } from '#payment/server/payments.ts'
import type { Charge } from '#payment/server/payments.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { Work } from '#platform/world.ts'
import { startSubscriptions } from '#subscription/server/subscriptions.ts'
import type { SubscriptionStart } from '#subscription/server/subscriptions.ts'
import { lockCheckout, settleCheckout } from './checkout-store.ts'
import type { CheckoutRow } from './checkout-store.ts'
import { partOrders } from '../rules/gift-order.ts'
import type { PartOrder } from '../rules/gift-order.ts'
import { StoredPurchase, StoredQuote } from './stored-purchase.ts'

interface Finishing {
  readonly work: Work
  readonly checkout: CheckoutRow
  readonly purchase: StoredPurchase
  readonly quote: StoredQuote
}

const accountOf = async ({ work, purchase }: Finishing): Promise<string> => {
  if (purchase.accountId !== null) return purchase.accountId
  const { firstName, lastName, phone } = purchase.address
  const { accountId, opened } = await openGuestAccount(work, {
    email: purchase.email,
    firstName,
    lastName,
    phone,
  })
  if (opened) {
    await takeConsent(work, accountId, purchase.consent)
    work.announce({ kind: 'password-asked', accountId, reason: 'new-account' })
  }
  return accountId
}

type Part = PartOrder<StoredQuote['lines'][number]>

interface WrittenOrder {
  readonly orderId: string
  readonly orderNumber: string
}

const orderLines = ({ lines }: Part, subscriptionIds: ReadonlyMap<string, string>): OrderLineDraft[] =>
  lines.map((line) => ({
    planCode: line.planCode,
    name: line.name,
    quantity: line.quantity,
    unitPriceCents: line.unitPriceCents,
    discountCents: line.discountCents,
    taxCents: line.taxCents,
    subscriptionId: subscriptionIds.get(line.planCode) ?? null,
  }))

const writeOrder = async (
  { work, checkout, purchase, quote }: Finishing,
  part: Part,
  accountId: string,
  charge: Charge | null,
  subscriptionIds: ReadonlyMap<string, string>,
): Promise<WrittenOrder> => {
  const id = work.ids.uuid()
  const orderNumber = await placeOrder(work, {
    id,
    accountId,
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
  return { orderId: id, orderNumber }
}

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

const cardOf = async (
  { work, purchase }: Finishing,
  accountId: string,
  charge: Charge | null,
): Promise<string> => {
  const saved = purchase.paymentMethodId ?? (charge && (await savePaymentMethod(work, accountId, charge)))
  if (saved === null) throw new Error('a subscription needs a card that the processor keeps')
  return saved
}

const writeGift = async (
  { work, purchase }: Finishing,
  { orderId }: WrittenOrder,
  accountId: string,
): Promise<void> => {
  if (purchase.gift === null) return
  const { firstName, lastName } = purchase.address
  await openGift(work, { orderId, accountId, giverName: `${firstName} ${lastName}`, details: purchase.gift })
}

/** Writes each order of the purchase and answers the one that the buyer is told of: the gift's when it is alone. */
const writeOrders = async (
  finishing: Finishing,
  accountId: string,
  charge: Charge | null,
): Promise<WrittenOrder> => {
  const { work, purchase, quote } = finishing
  const addressId = await saveAddress(work, accountId, purchase.address)
  const ids = new Map(quote.renewals.map((renewal) => [renewal.linePlanCode, work.ids.uuid()]))
  const bought = { ...quote, shippingCents: quote.shipping.cents }
  const written: WrittenOrder[] = []
  for (const part of partOrders(bought, purchase.gift !== null)) {
    const order = await writeOrder(finishing, part, accountId, charge, ids)
    written.push(order)
    if (part.kind === 'gift') await writeGift(finishing, order, accountId)
    else if (quote.renewals.length > 0) {
      const paymentMethodId = await cardOf(finishing, accountId, charge)
      const owner = { orderId: order.orderId, accountId, addressId, paymentMethodId }
      const starts = subscriptionStarts(finishing, part, ids)
      await startSubscriptions(
        work,
        starts.map((start) => ({ ...start, ...owner })),
      )
    }
  }
  const [first] = written
  if (!first) throw new Error('a purchase without an order')
  return first
}

const order = async (finishing: Finishing, charge: Charge | null): Promise<CheckoutRow> => {
  const { work, checkout, quote } = finishing
  const accountId = await accountOf(finishing)
  const written = await writeOrders(finishing, accountId, charge)
  if (quote.creditCents > 0) await commitCredit(work, checkout.id)
  await closeCart(work, checkout.cart_id)
  if (quote.discounts.length > 0) await commitRedemptions(work, checkout.id)
  return settleCheckout(work, checkout.id, { state: 'ordered', ...written })
}

const units = (stored: unknown): Record<string, number> => {
  const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
  return Object.fromEntries(
    entries.flatMap(([product, count]) => (typeof count === 'number' ? [[product, count]] : [])),
  )
}

/** The cart stays as it was; what was set aside for it goes back. */
const giveUp = async (
  { work, checkout, quote }: Finishing,
  settlement: { readonly state: 'declined' | 'abandoned'; readonly errorCode: ErrorCode },
): Promise<CheckoutRow> => {
  const settled = await settleCheckout(work, checkout.id, settlement)
  if (quote.creditCents > 0) await releaseCredit(work, checkout.id)
  if (quote.discounts.length > 0) await releaseRedemptions(work, checkout.id)
  await releaseStock(work, units(checkout.reserved_stock))
  return settled
}

const openCheckout = (work: Work, checkout: CheckoutRow): Finishing | null => {
  if (!['charging', 'challenge', 'unknown'].includes(checkout.state)) return null
  const purchase = StoredPurchase.parse(checkout.purchase)
  return { work, checkout, purchase, quote: StoredQuote.parse(checkout.quote) }
}

const finish = (finishing: Finishing, charge: Charge): Promise<CheckoutRow> => {
  const { work, checkout } = finishing
  switch (charge.state) {
    case 'succeeded':
      return order(finishing, charge)
    case 'declined': {
      const errorCode = charge.decline?.kind === 'expired' ? 'CARD_EXPIRED' : 'CARD_DECLINED'
      return giveUp(finishing, { state: 'declined', errorCode })
    }
    case 'void':
      return giveUp(finishing, { state: 'abandoned', errorCode: 'UNKNOWN' })
    case 'challenge':
      return settleCheckout(work, checkout.id, { state: 'challenge' })
    case 'intended':
    case 'unknown':
      return settleCheckout(work, checkout.id, { state: 'unknown' })
    default:
      return charge.state satisfies never
  }
}

/**
 * Moves a checkout on by the state of its charge, in the transaction that recorded it: order, address, subscription,
 * redemptions and jobs in one, or everything given back. A checkout that is settled stays as it is. Answers the
 * checkout; null when there is none.
 */
export const finishCheckout = async (work: Work, charge: Charge): Promise<CheckoutRow | null> => {
  const checkout = await lockCheckout(work, charge.purposeId)
  const finishing = checkout && openCheckout(work, checkout)
  return finishing ? finish(finishing, charge) : (checkout ?? null)
}

/** A purchase without anything to pay is ordered as it stands. */
export const finishFreeCheckout = async (work: Work, checkoutId: string): Promise<CheckoutRow | null> => {
  const checkout = await lockCheckout(work, checkoutId)
  const finishing = checkout && openCheckout(work, checkout)
  return finishing ? order(finishing, null) : (checkout ?? null)
}
