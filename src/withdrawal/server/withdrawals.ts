import type { Kysely } from 'kysely'
import { returnLots } from '#catalogue/server/stock-lots.ts'
import { restockedPlans } from '#order/rules/arrival.ts'
import type { ReceivedLine } from '#order/rules/arrival.ts'
import { shipmentsOf } from '#shipment/server/shipments.ts'
import { listPlans, releaseStock, stockQuantitiesOf } from '#catalogue/server/plans.ts'
import { isClaimed } from '#order/rules/gift-claim.ts'
import {
  cancelUnshipped,
  isPackingBegun,
  lockedOrder,
  lockPayer,
  orderById,
  orderReceivedOn,
} from '#order/server/orders.ts'
import type { Order, OrderPayer } from '#order/server/orders.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import { leftToRefundOf, openRefund, refundById, settleRefund } from '#payment/refund/server/refunds.ts'
import type { Refund, RefundReason } from '#payment/refund/server/refunds.ts'
import { brand } from '#shared/brand.ts'
import { dateIn } from '#shared/dates.ts'
import { ShopError } from '#shared/errors.ts'
import type { Cents } from '#shared/money.ts'
import { splitSum } from '#shared/payment-split.ts'
import type { Database } from '#platform/schema.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { Tx } from '#platform/app-deps.ts'
import { refundTerms } from '#subscription/server/subscriptions.ts'
import { withdrawalOffer } from '../rules/withdrawal-offer.ts'
import type { WithdrawalOffer } from '../rules/withdrawal-offer.ts'
import { insertWithdrawal, selectWithdrawalOf } from './withdrawal-store.ts'
import type { Withdrawal } from './withdrawal-store.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'

export type { Withdrawal } from './withdrawal-store.ts'
export { eraseInspectionTexts } from './withdrawal-store.ts'

export {
  selectWithdrawalOf as withdrawalOf,
  selectWithdrawal as withdrawalById,
  selectAwaitingReturn as awaitedReturns,
  selectWithdrawnOf as withdrawnOf,
} from './withdrawal-store.ts'

const refusals = {
  canceled: 'This order was already canceled.',
  packed: 'We’re packing this order, so it can no longer be canceled.',
  shipped: 'This order has shipped, so it can no longer be canceled. You can return it once it’s delivered.',
  claimed: 'This gift was claimed and is on its way to its recipient.',
  'too-late': 'The withdrawal period for this order has ended.',
} as const satisfies Record<Extract<WithdrawalOffer, { kind: 'none' }>['reason'], string>

export const refused = (reason: keyof typeof refusals): ShopError =>
  new ShopError('ACTION_NOT_ALLOWED', { detail: refusals[reason], data: { reason } })

/** What is possible for an order now: cancel, withdraw, or neither. */
export const offerFor = async (
  db: Kysely<Database>,
  order: Order,
  now: Temporal.Instant,
): Promise<WithdrawalOffer> =>
  withdrawalOffer({
    state: order.state,
    isClaimed: isClaimed(order),
    isPacked: await isPackingBegun(db, order.id),
    country: order.shipTo.country,
    placedAt: order.placedAt,
    receivedOn: await orderReceivedOn(db, order),
    today: dateIn(now, brand.timeZone),
  })

/** The buyer, unless another name is given. */
export const nameOf = ({ shipTo }: Order): string => `${shipTo.firstName} ${shipTo.lastName}`

/** A refund of everything that remains of an order, once for a reason. */
export const restOf = (payer: OrderPayer, reason: RefundReason) => ({
  ...payer,
  requestKey: `${reason}:${payer.orderId}`,
  choice: { kind: 'rest' } as const,
  reason,
})

/** Everything that remains of what was paid for an order; null when nothing does. */
const openRemainingRefund = async (tx: Tx, payer: OrderPayer, reason: RefundReason): Promise<Refund | null> =>
  (await leftToRefundOf(tx, payer)) <= 0 ? null : openRefund(tx, restOf(payer, reason))

interface Opened {
  readonly withdrawal: Withdrawal
  /** To be requested after the commit; null when there is nothing to refund now. */
  readonly refund: Refund | null
}

/** What never left can be sold again. */
const restock = async (
  services: PaymentServices,
  tx: Tx,
  lines: readonly Pick<Order['lines'][number], 'planCode' | 'quantity'>[],
  unsellable: ReadonlyMap<string, number> = new Map(),
): Promise<void> => {
  const plans = await listPlans(services.deps, defaultCurrency, tx.db)
  const quantities = stockQuantitiesOf(
    lines.flatMap(({ planCode, quantity }) => {
      const plan = plans.get(planCode)
      return plan ? [{ plan, quantity }] : []
    }),
  )
  const sellable = Object.entries(quantities).map(([product, units]) => [
    product,
    units - (unsellable.get(product) ?? 0),
  ])
  tx.beforeCommit(() => releaseStock(tx, Object.fromEntries(sellable)))
}

/** What came back of an order can be sold again, but what was written off and what has expired; the caller holds its lock. */
export const restockReturned = async (
  services: PaymentServices,
  tx: Tx,
  { id, lines }: Order,
  received: readonly ReceivedLine[],
): Promise<void> => {
  const shipments = (await shipmentsOf(tx.db, [id])).get(id) ?? []
  const units = received.flatMap(({ position, restocked, writtenOff }) => {
    const line = lines[position]
    if (!line || line.quantity === 0) return []
    const each = line.stock.quantity / line.quantity
    const { product } = line.stock
    return [{ position, product, restocked: restocked * each, writtenOff: writtenOff * each }]
  })
  const unsellable = await returnLots(
    tx,
    shipments.map((shipment) => shipment.id),
    units,
  )
  await restock(services, tx, restockedPlans(lines, received), unsellable)
}

/** Who takes what back. */
export interface WithdrawalRequest {
  readonly order: Order
  readonly name: string
}

const write = async (
  tx: Tx,
  { order, name }: WithdrawalRequest,
  kind: Withdrawal['kind'],
  refund: Refund | null,
): Promise<Opened> => {
  const withdrawal: Withdrawal = {
    id: tx.ids.uuid(),
    orderId: order.id,
    accountId: order.accountId,
    kind,
    name,
    email: order.email,
    state: kind === 'cancel' ? 'closed' : 'awaiting-return',
    refundId: refund?.id ?? null,
    receivedAt: tx.now,
    otherContents: null,
  }
  if (!(await insertWithdrawal(tx, withdrawal))) return existingWithdrawal(tx, order.id)
  tx.publish({ kind: 'withdrawal-received', withdrawalId: withdrawal.id, orderId: order.id })
  return { withdrawal, refund }
}

/** Why an order that could be withdrawn a moment ago no longer can; reads it again. */
const refusalSince = async ({ db, now }: Tx, orderId: string): Promise<ShopError> => {
  const offer = await offerFor(db, await orderById(db, orderId), now)
  return refused(offer.kind === 'none' ? offer.reason : 'shipped')
}

const existingWithdrawal = async (tx: Tx, orderId: string): Promise<Opened> => {
  const withdrawal = await selectWithdrawalOf(tx.db, orderId)
  if (!withdrawal) throw await refusalSince(tx, orderId)
  return { withdrawal, refund: null }
}

/** What follows from a canceled order: its stock, its prepaid terms, its refund. */
const refundCanceled = async (
  services: PaymentServices,
  tx: Tx,
  request: WithdrawalRequest,
  canceled: Order,
): Promise<Opened> => {
  const { id } = request.order
  await restock(services, tx, canceled.lines)
  await refundTerms(tx, id)
  const payer = await lockPayer(tx, id)
  return write(tx, request, 'cancel', await openRemainingRefund(tx, payer, 'order-canceled'))
}

const open = async (services: PaymentServices, tx: Tx, request: WithdrawalRequest): Promise<Opened> => {
  // Locked as by a return of the same order: of the two, each sees what the other one has done.
  const order = await lockedOrder(tx, request.order.id)
  const earlier = await selectWithdrawalOf(tx.db, order.id)
  if (earlier) return { withdrawal: earlier, refund: null }
  const offer = await offerFor(tx.db, order, tx.now)
  if (offer.kind === 'none') throw refused(offer.reason)
  if (offer.kind === 'withdraw') return write(tx, request, 'withdraw', null)
  const canceled = await cancelUnshipped(tx, order.id)
  // Something else was first: the same buyer in another window, the warehouse, or the recipient of a gift.
  if (canceled === null) return existingWithdrawal(tx, order.id)
  return refundCanceled(services, tx, request, canceled)
}

/**
 * Cancels an order and refunds it, or opens a case that waits for its return. Once per order; a repeated request
 * returns the same case. Throws ACTION_NOT_ALLOWED with the reason in `data.reason`.
 */
export const withdrawOrder = async (
  services: PaymentServices,
  request: WithdrawalRequest,
): Promise<Withdrawal> => {
  const { withdrawal, refund } = await inTransaction(services.deps, (tx) => open(services, tx, request))
  if (refund) await settleRefund(services, refund)
  return withdrawal
}

/**
 * Cancels an order of which nothing is packed and gives its money back; `also` is done in the same transaction. False,
 * and nothing is done, when packing has begun or it was canceled before.
 */
export const cancelOrder = async (
  services: PaymentServices,
  orderId: string,
  also: (tx: Tx) => Promise<void>,
): Promise<boolean> => {
  const order = await orderById(services.deps.database, orderId)
  const opened = await inTransaction(services.deps, async (tx) => {
    const canceled = await cancelUnshipped(tx, orderId)
    if (canceled === null) return null
    const result = await refundCanceled(services, tx, { order, name: nameOf(order) }, canceled)
    await also(tx)
    return result
  })
  if (opened?.refund) await settleRefund(services, opened.refund)
  return opened !== null
}

/** What was not refunded of an order. */
export const unrefundedCents = ({ totals, refundedCents }: Order): Cents => totals.totalCents - refundedCents

/** The refund of a case, pending or done, by card and as credit; cents. */
export const refundedFor = async (
  db: Kysely<Database>,
  withdrawal: Withdrawal,
  order: Order,
): Promise<number> => {
  const refund = withdrawal.refundId === null ? null : await refundById(db, withdrawal.refundId)
  if (refund) return splitSum(refund.split)
  return withdrawal.state === 'closed' ? 0 : unrefundedCents(order)
}
