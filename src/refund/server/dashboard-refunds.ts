import { lockPayer, ordersOfCharge } from '#order/server/orders.ts'
import type { Charge, PaymentServices } from '#payment/charge/server/payments.ts'
import type { RefundRecord } from '#payment/processor/server/processor.ts'
import {
  chargeOfProcessor,
  endWaiting,
  isAnswerMissing,
  leftOnCardOf,
  recordProcessorRefund,
  refundsOfRecord,
  reverseRefund,
} from '#payment/refund/server/processor-refunds.ts'
import { isRefundOpen, refundsOf, settleRefund } from '#payment/refund/server/refunds.ts'
import type { Refund } from '#payment/refund/server/refunds.ts'
import type { Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'

/** Orders are locked one after the other, the purchase before its gift, and before their charge, as everywhere. */
const payersOf = async (tx: Tx, charge: Charge) => {
  const payers = []
  for (const { id } of await ordersOfCharge(tx.db, charge.id)) payers.push(await lockPayer(tx, id))
  return payers
}

/** Gives a refund of the processor to the orders of its charge; returns the cents that fit into none of them. */
const record = async (tx: Tx, charge: Charge, refund: RefundRecord, isLast: boolean): Promise<number> => {
  const payers = await payersOf(tx, charge)
  if ((await refundsOfRecord(tx.db, charge.processor, refund)).length > 0) return 0
  const lefts = []
  for (const payer of payers) lefts.push({ payer, cents: await leftOnCardOf(tx, payer) })
  // The order that has enough left for all of it, if there is one: a purchase and its gift share a charge.
  const sufficient = lefts.find(({ cents }) => cents >= refund.amountCents)
  const leftCents = lefts.reduce((sum, { cents }) => sum + cents, 0)
  if (leftCents < refund.amountCents) {
    if (!isLast) return refund.amountCents - leftCents
    // What moved counts, not what waits for the end of a dispute.
    const orderIds = payers.map(({ orderId }) => orderId)
    if (await endWaiting(tx, orderIds)) return record(tx, charge, refund, isLast)
  }
  let wanted = refund.amountCents
  for (const { payer, cents } of sufficient ? [sufficient] : lefts) {
    const part = Math.min(wanted, cents)
    if (part > 0) await recordProcessorRefund(tx, payer, refund, part)
    wanted -= part
  }
  return wanted
}

/**
 * Records a refund that somebody made at the processor; whether a part of it was. What the shop is refunding at this moment is
 * looked up first: the processor refuses it when nothing is left. Throws SHOP_BUSY while that is not known.
 */
const recordOutside = async (
  services: PaymentServices,
  charge: Charge,
  refund: RefundRecord,
): Promise<boolean> => {
  const { deps } = services
  if ((await inTransaction(deps, (tx) => record(tx, charge, refund, false))) === 0) return true
  const orderIds = (await ordersOfCharge(deps.database, charge.id)).map(({ id }) => id)
  for (const open of (await refundsOf(deps.database, orderIds)).filter(isRefundOpen))
    await settleRefund(services, open)
  // One that is still being asked for decides what is left: the webhook comes again.
  if ((await refundsOf(deps.database, orderIds)).some(isRefundOpen)) throw new ShopError('SHOP_BUSY')
  const over = await inTransaction(deps, (tx) => record(tx, charge, refund, true))
  if (over > 0)
    deps.log.error(
      { refund: refund.processorRefund, over },
      'the processor refunded more than an order has left',
    )
  return over < refund.amountCents
}

/**
 * The processor has refused what the shop has as given, or does not know of yet. Whether something was asked or recorded. Throws
 * SHOP_BUSY while the request for it is on its way, whose answer may be from before.
 */
const undo = async (services: PaymentServices, ours: readonly Refund[]): Promise<boolean> => {
  const { deps } = services
  const given = ours.filter(({ state }) => state === 'refunded')
  for (const refund of given)
    await inTransaction(deps, async (tx) => reverseRefund(tx, await lockPayer(tx, refund.orderId), refund))
  const open = ours.filter(isRefundOpen)
  for (const refund of open)
    if (refund.state === 'intended' || isRefundOpen(await settleRefund(services, refund)))
      throw new ShopError('SHOP_BUSY')
  return given.length + open.length > 0
}

/** Follows one reading of the processor's refunds; whether something was recorded by it. */
const followReading = async (services: PaymentServices, charge: Charge): Promise<boolean> => {
  const { deps, processor } = services
  const refunds = await processor.refundsOf(charge.processorCharge ?? '')
  deps.reachCrashPoint('refund: report read')
  let isChanged = false
  for (const refund of refunds) {
    const ours = await refundsOfRecord(deps.database, processor.name, refund)
    if (refund.state === 'refunded' && ours.length === 0)
      isChanged = (await recordOutside(services, charge, refund)) || isChanged
    if (refund.state === 'refused') isChanged = (await undo(services, ours)) || isChanged
  }
  return isChanged
}

/**
 * Brings the shop's refunds of a charge in line with the processor's: refunds made there are recorded, and refunds that the
 * bank sent back are reversed. In any order and however often, with one outcome. Throws SHOP_BUSY when the processor does
 * not answer, and while the shop has no answer to a payment that it may be of.
 */
export const followRefunds = async (services: PaymentServices, processorCharge: string): Promise<void> => {
  const { deps, processor } = services
  const charge = await chargeOfProcessor(deps.database, processor.name, processorCharge)
  // It may be the payment of an order that is not placed yet: the webhook comes again.
  if (charge ? charge.state === 'challenge' : await isAnswerMissing(deps.database, processor.name))
    throw new ShopError('SHOP_BUSY')
  if (charge?.state !== 'succeeded') return
  // While a reading was followed, another report may have found nothing to undo: what was recorded is read once more.
  while (await followReading(services, charge));
  deps.reachCrashPoint('refund: report recorded')
}
