import { giftOrderNumber } from '#order/server/orders.ts'
import { askProcessor, chargesFor, checkNow, recordOutcome } from '#payment/server/payments.ts'
import type { Charge } from '#payment/server/payments.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { pause } from '#platform/pause.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { PurchaseReply } from '../calls.ts'
import { selectCheckout } from './checkout-store.ts'
import type { CheckoutRow } from './checkout-store.ts'
import type { CheckoutTools } from './checkout-tools.ts'
import { finishCheckout } from './finish-checkout.ts'
import { openCheckout } from './open-checkout.ts'
import type { OpenedCheckout } from './open-checkout.ts'
import { namesOf } from './purchase-request.ts'
import type { PurchaseRequest } from './purchase-request.ts'
import { StoredPurchase, StoredQuote } from './stored-purchase.ts'

const declines = ['CARD_DECLINED', 'CARD_EXPIRED'] as const satisfies ErrorCode[]

/** The error that a declined checkout is remembered by. */
const declineOf = (checkout: CheckoutRow): ShopError =>
  new ShopError(declines.find((code) => code === checkout.error_code) ?? 'CARD_DECLINED')

const challengeUrlOf = async (tools: CheckoutTools, checkout: CheckoutRow): Promise<string | null> => {
  if (checkout.state !== 'challenge') return null
  const [charge] = await chargesFor(tools.world.database, 'purchase', checkout.id)
  return charge?.challengeUrl ?? null
}

const orderOf = (checkout: CheckoutRow): PurchaseReply['order'] => {
  if (checkout.order_number === null) return null
  const { totalCents, currency } = StoredQuote.parse(checkout.quote)
  return { number: checkout.order_number, total: wirePrice(totalCents), currency }
}

const giftOrderOf = async ({ world }: CheckoutTools, checkout: CheckoutRow): Promise<string | null> => {
  const isGift = checkout.state === 'ordered' && StoredPurchase.parse(checkout.purchase).gift !== null
  return isGift ? giftOrderNumber(world.database, checkout.id) : null
}

/** What a checkout says of itself at this moment; the same for everybody who sent the same request. */
export const replyOf = async (
  tools: CheckoutTools,
  checkout: CheckoutRow,
): Promise<Omit<PurchaseReply, 'loamSessionToken'>> => {
  const base = {
    checkout_id: checkout.id,
    order: orderOf(checkout),
    gift_order: await giftOrderOf(tools, checkout),
    error: null,
  }
  switch (checkout.state) {
    case 'ordered':
      return { ...base, status: 'ordered', challenge_url: null }
    case 'challenge':
      return { ...base, status: 'challenge', challenge_url: await challengeUrlOf(tools, checkout) }
    case 'declined':
    case 'abandoned': {
      const error = checkout.state === 'declined' ? declineOf(checkout) : new ShopError('UNKNOWN')
      return {
        ...base,
        status: 'declined',
        challenge_url: null,
        error: { code: error.code, detail: error.detail },
      }
    }
    default:
      return { ...base, status: 'pending', challenge_url: null }
  }
}

const patience = { looks: 300, pauseMs: 50 }

/** Whoever sends what is already being charged waits for that answer instead of starting another one. */
const awaitCheckout = async (tools: CheckoutTools, checkout: CheckoutRow): Promise<CheckoutRow> => {
  let latest = checkout
  for (let look = 0; look < patience.looks && latest.state === 'charging'; look += 1) {
    await pause(patience.pauseMs)
    latest = (await selectCheckout(tools.world.database, checkout.id)) ?? latest
  }
  return latest
}

/** The poller looks at the charge next; until then the purchase is pending. */
const leaveToPoller = async (
  { world }: CheckoutTools,
  { id, purposeId }: Charge,
): Promise<CheckoutRow | undefined> => {
  await checkNow(world.database, id, world.clock.now())
  return selectCheckout(world.database, purposeId)
}

const askAndFinish = async (
  tools: CheckoutTools,
  { charge, cartId }: Extract<OpenedCheckout, { kind: 'opened' }>,
): Promise<CheckoutRow> => {
  const { world } = tools
  world.reach('purchase: intent written')
  const outcome = await askProcessor(tools, charge)
  world.reach('purchase: processor answered')
  const checkout = await inTransaction(world, async (work) =>
    finishCheckout(work, (await recordOutcome(work, charge.id, outcome)).charge, cartId),
  ).catch((err: unknown) => {
    // The card may be charged by now: "please try again" would be the wrong answer.
    world.log.error({ err, charge: charge.id }, 'the answer of the processor could not be recorded')
    return leaveToPoller(tools, charge)
  })
  world.reach('purchase: order written')
  if (!checkout) throw new Error('a checkout that was written down is gone')
  return checkout
}

/** The answer of the call, and which cart it is about. */
interface Bought {
  readonly cartId: string
  /** Whether this same request bought it, now or earlier; a cart id, which scripts can read, does not prove that. */
  readonly isSameRequest: boolean
  readonly reply: Omit<PurchaseReply, 'loamSessionToken'>
}

const isOf = (checkout: CheckoutRow, request: PurchaseRequest): boolean => {
  const { requestKey, fingerprint } = namesOf(request)
  return checkout.request_key === requestKey || checkout.fingerprint === fingerprint
}

/**
 * Buys a cart: writes the purchase down, asks the processor, writes the order. However often the same request comes,
 * at once or later, there is one charge and one order, and everybody gets the same answer. Throws the errors of the
 * call; CARD_DECLINED and CARD_EXPIRED leave the cart as it was.
 */
export const purchaseCart = async (tools: CheckoutTools, request: PurchaseRequest): Promise<Bought> => {
  tools.world.reach('purchase: nothing written')
  const opened = await inTransaction(tools.world, (work) => openCheckout(tools, work, request))
  const checkout =
    opened.kind === 'opened' ? await askAndFinish(tools, opened) : await awaitCheckout(tools, opened.checkout)
  if (checkout.state === 'declined') throw declineOf(checkout)
  if (checkout.state === 'abandoned') throw new ShopError('UNKNOWN')
  const isSameRequest = opened.kind === 'opened' || isOf(checkout, request)
  return { cartId: checkout.cart_id, isSameRequest, reply: await replyOf(tools, checkout) }
}
