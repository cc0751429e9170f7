import { cancelRefunded, holdShipments, lockPayer, orderByNumber } from '#order/server/orders.ts'
import type { PaymentServices } from '#payment/server/payments.ts'
import { leftToRefundOf, openRefund, refusedRefunds, settleRefund } from '#payment/server/refunds.ts'
import type { Refund } from '#payment/server/refunds.ts'
import type { Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'

/**
 * Holds the shipment of an order while a full refund is pending, and releases it when a refund was refused. In the
 * transaction that writes a refund or records its outcome.
 */
export const holdWhileRefunding = async (tx: Tx, orderId: string): Promise<void> => {
  const left = await leftToRefundOf(tx, await lockPayer(tx, orderId))
  await holdShipments(tx, orderId, left <= 0)
}

/** In the transaction that records a refund: a fully refunded order does not ship. */
export const applyRefund = async (
  tx: Tx,
  orderId: string,
  { isFullyRefunded }: { readonly isFullyRefunded: boolean },
): Promise<void> => {
  if (isFullyRefunded) await cancelRefunded(tx, orderId)
  else await holdWhileRefunding(tx, orderId)
}

/**
 * Refunds a part of what was paid for an order, or everything that remains (`cents` null); for operators. `requestKey`
 * identifies this one refund. An order with a full refund pending does not ship. Throws ACTION_NOT_ALLOWED for more
 * than remains; NOT_FOUND.
 */
export const refundOrder = async (
  services: PaymentServices,
  request: { readonly number: string; readonly cents: number | null; readonly requestKey: string },
): Promise<Refund> => {
  const { deps } = services
  const { id: orderId } = await orderByNumber(deps.database, request.number)
  const { cents, requestKey } = request
  const refund = await inTransaction(deps, async (tx) => {
    const payer = await lockPayer(tx, orderId)
    const opened = await openRefund(tx, { ...payer, requestKey, cents, reason: 'operator' })
    await holdWhileRefunding(tx, orderId)
    return opened
  })
  return settleRefund(services, refund)
}

const noRefusedRefundMessage = 'No refund of this order was refused by the processor.'

/**
 * Retries a refund that the processor refused, or gives it as credit; for operators. Requested twice it is one. Throws
 * ACTION_NOT_ALLOWED when none was refused; NOT_FOUND.
 */
export const repeatRefund = async (
  services: PaymentServices,
  request: { readonly number: string; readonly asCredit: boolean },
): Promise<Refund> => {
  const { deps } = services
  const { id: orderId } = await orderByNumber(deps.database, request.number)
  const refund = await inTransaction(deps, async (tx) => {
    const payer = await lockPayer(tx, orderId)
    const refused = (await refusedRefunds(tx.db)).find((one) => one.orderId === orderId)
    if (!refused) throw new ShopError('ACTION_NOT_ALLOWED', { detail: noRefusedRefundMessage })
    const left = await leftToRefundOf(tx, payer)
    const opened = await openRefund(tx, {
      ...payer,
      requestKey: `again:${refused.id}`,
      cents: Math.min(refused.cents + refused.creditCents, left),
      reason: refused.reason,
      asCredit: request.asCredit,
      replaces: refused.id,
    })
    await holdWhileRefunding(tx, orderId)
    return opened
  })
  return settleRefund(services, refund)
}
