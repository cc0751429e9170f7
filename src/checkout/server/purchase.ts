import { giftOrderNumber } from '#order/server/orders.ts'
import {
  requestCharge,
  chargesFor,
  checkNow,
  pageChallengeOf,
  recordOutcome,
} from '#payment/charge/server/payments.ts'
import type { PageChallenge } from '#payment/endpoints.ts'
import { declineErrors } from '#payment/processor/rules/card-decline.ts'
import type { Charge } from '#payment/charge/server/payments.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import { sleep } from '#platform/clock.ts'
import { isDatabaseAway, retryWhileAway } from '#platform/outage.ts'
import type { Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { PurchaseReply } from '../endpoints.ts'
import { selectCheckout } from './checkout-store.ts'
import type { Checkout } from './checkout-record.ts'
import type { CheckoutServices } from './checkout-services.ts'
import { finishCheckout, finishPaid, settledCheckout, SettledElsewhere } from './finish-checkout.ts'
import type { FinishedCheckout } from './finish-checkout.ts'
import { boughtInstead, openCheckout } from './open-checkout.ts'
import type { OpenedCheckout } from './open-checkout.ts'
import { requestKeysOf } from './purchase-request.ts'
import type { PurchaseRequest } from './purchase-request.ts'

/** The error that a declined checkout is remembered by. */
const declineOf = (checkout: Checkout): ShopError =>
  new ShopError(declineErrors.find((code) => code === checkout.errorCode) ?? 'CARD_DECLINED')

/** Nothing was charged: the charge never reached the processor, or its buyer did not answer the bank. */
const abandonedError = ({ errorCode }: Checkout): ShopError =>
  new ShopError(errorCode === 'SHOP_BUSY' ? errorCode : 'UNKNOWN')

const challengeUrlOf = async (services: CheckoutServices, checkout: Checkout): Promise<string | null> => {
  if (checkout.state !== 'challenge') return null
  const [charge] = await chargesFor(services.deps.database, 'purchase', checkout.id)
  return charge?.challengeUrl ?? null
}

/** What the buyer's page needs to ask the bank's question itself; null when it is not asked there. */
export const purchasePageChallenge = async (
  services: CheckoutServices,
  checkout: Checkout,
): Promise<PageChallenge | null> => {
  if (checkout.state !== 'challenge') return null
  const [charge] = await chargesFor(services.deps.database, 'purchase', checkout.id)
  return pageChallengeOf(services, charge)
}

const orderOf = (checkout: Checkout): PurchaseReply['order'] => {
  if (checkout.orderNumber === null) return null
  const { totals, currency } = checkout.quote
  return { number: checkout.orderNumber, total: wirePrice(totals.totalCents, currency), currency }
}

const giftOrderOf = async ({ deps }: CheckoutServices, checkout: Checkout): Promise<string | null> => {
  const isGift = checkout.state === 'ordered' && checkout.purchase.gift !== null
  return isGift ? giftOrderNumber(deps.database, checkout.id) : null
}

/** The current state of a checkout; the same for everybody who sent the same request. */
export const replyOf = async (
  services: CheckoutServices,
  checkout: Checkout,
): Promise<Omit<PurchaseReply, 'loamSessionToken'>> => {
  const base = {
    checkout_id: checkout.id,
    order: orderOf(checkout),
    gift_order: await giftOrderOf(services, checkout),
    error: null,
  }
  switch (checkout.state) {
    case 'ordered':
      return { ...base, status: 'ordered', challenge_url: null }
    case 'challenge':
      return { ...base, status: 'challenge', challenge_url: await challengeUrlOf(services, checkout) }
    case 'declined':
    case 'abandoned': {
      const error = checkout.state === 'declined' ? declineOf(checkout) : abandonedError(checkout)
      return {
        ...base,
        status: 'declined',
        challenge_url: null,
        error: { code: error.code, detail: error.detail },
      }
    }
    case 'charging':
    case 'unknown':
      return { ...base, status: 'pending', challenge_url: null }
    default:
      return checkout.state satisfies never
  }
}

const polling = { attempts: 300, intervalMs: 50 }

/** A repeated request waits for the charge that is in flight instead of starting another one. */
const awaitCheckout = async (services: CheckoutServices, checkout: Checkout): Promise<Checkout> => {
  let latest = checkout
  for (let attempt = 0; attempt < polling.attempts && latest.state === 'charging'; attempt += 1) {
    await sleep(polling.intervalMs)
    latest = (await selectCheckout(services.deps.database, checkout.id)) ?? latest
  }
  return latest
}

/** The poller checks the charge next; until then the purchase is pending. */
const leaveToPoller = async (
  { deps }: CheckoutServices,
  { id, purposeId }: Charge,
): Promise<FinishedCheckout | null> => {
  await checkNow(deps.database, id, deps.clock.now())
  return settledCheckout(deps.database, purposeId)
}

type Opened = Extract<OpenedCheckout, { kind: 'opened' }>

const recordAndFinish = async (
  tx: Tx,
  opened: Opened,
  outcome: Awaited<ReturnType<typeof requestCharge>>,
): Promise<FinishedCheckout | null> => {
  if (outcome.state === 'succeeded') return finishPaid(tx, opened, outcome)
  const { charge } = await recordOutcome(tx, opened.charge.id, outcome)
  return finishCheckout(tx, charge, opened.cartId)
}

const chargeAndFinish = async (services: CheckoutServices, opened: Opened): Promise<FinishedCheckout> => {
  const { charge } = opened
  const { deps } = services
  deps.reachCrashPoint('purchase: intent written')
  const outcome = await requestCharge(services, charge)
  deps.reachCrashPoint('purchase: processor answered')
  const record = async () => {
    try {
      return await inTransaction(deps, (tx) => recordAndFinish(tx, opened, outcome))
    } catch (thrown) {
      if (thrown instanceof SettledElsewhere) return settledCheckout(deps.database, charge.purposeId)
      throw thrown
    }
  }
  // The buyer has paid: a database that is restarted meanwhile costs them a moment and not their order.
  const finished = await retryWhileAway(record, deps.ids.fraction).catch((err: unknown) => {
    // The card may have been charged: "please try again" would be wrong.
    deps.log.error({ err, charge: charge.id }, 'the answer of the processor could not be recorded')
    return leaveToPoller(services, charge)
  })
  deps.reachCrashPoint('purchase: order written')
  if (!finished) throw new Error('a checkout that was written down is gone')
  return finished
}

/** How often a cart is bought again whose other buyer was faster, and declined by the time of looking. */
const reopenings = 3

/**
 * Opens the checkout. When the database goes during the commit, nobody knows whether it was written: once it is back,
 * this request looks, and continues with what it has written or writes it again.
 */
const openOnce = async (services: CheckoutServices, request: PurchaseRequest): Promise<OpenedCheckout> => {
  const { deps } = services
  const written: OpenedCheckout[] = []
  const open = async (left = reopenings): Promise<OpenedCheckout> => {
    const last = await inTransaction(deps, async (tx) => {
      const opened = await openCheckout(services, tx, request)
      written.push(opened)
      return opened
    }).catch((thrown: unknown) => boughtInstead(deps.database, request, thrown))
    if (last !== null) return last
    if (left === 0) throw new ShopError('PAYMENT_PENDING')
    return open(left - 1)
  }
  const findOrOpen = async (): Promise<OpenedCheckout> => {
    const last = written.at(-1)
    if (last?.kind !== 'opened') return open()
    const charges = await chargesFor(deps.database, 'purchase', last.charge.purposeId)
    return charges.some(({ id, state }) => id === last.charge.id && state === 'intended') ? last : open()
  }
  return open().catch((thrown: unknown) => {
    if (written.length === 0 || !isDatabaseAway(thrown)) throw thrown
    return retryWhileAway(findOrOpen, deps.ids.fraction)
  })
}

/** The response of the endpoint, and the cart it is about. */
interface PurchaseResult {
  readonly cartId: string
  /** Whether this same request bought it, now or earlier; a cart id, which scripts can read, does not prove that. */
  readonly isSameRequest: boolean
  /** The cart that continues it, null for none; missing when another request has bought it. */
  readonly successor?: string | null
  readonly reply: Omit<PurchaseReply, 'loamSessionToken'>
}

const isSameRequestAs = (checkout: Checkout, request: PurchaseRequest): boolean => {
  const { requestKey, fingerprint } = requestKeysOf(request)
  return checkout.requestKey === requestKey || checkout.fingerprint === fingerprint
}

/**
 * Buys a cart: writes the purchase, requests the charge, writes the order. However often the same request comes, at
 * once or later, there is one charge and one order, and every response is the same. Throws the errors of the endpoint;
 * CARD_DECLINED, CARD_EXPIRED and CARD_DATA_WRONG leave the cart unchanged.
 */
export const purchaseCart = async (
  services: CheckoutServices,
  request: PurchaseRequest,
): Promise<PurchaseResult> => {
  services.deps.reachCrashPoint('purchase: nothing written')
  const opened = await openOnce(services, request)
  const { checkout, ...after }: FinishedCheckout =
    opened.kind === 'opened'
      ? await chargeAndFinish(services, opened)
      : { checkout: await awaitCheckout(services, opened.checkout) }
  if (checkout.state === 'declined') throw declineOf(checkout)
  if (checkout.state === 'abandoned') throw abandonedError(checkout)
  const isSameRequest = opened.kind === 'opened' || isSameRequestAs(checkout, request)
  return { ...after, cartId: checkout.cartId, isSameRequest, reply: await replyOf(services, checkout) }
}
