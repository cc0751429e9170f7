import { lockPayer, orderByNumber } from '#order/server/orders.ts'
import type { Order } from '#order/server/orders.ts'
import type { PaymentServices } from '#payment/charge/server/payments.ts'
import type { DecidedRefund, GivenRefund } from '#payment/refund/rules/refund.ts'
import { leftToRefundOf, openRefund, previewRefund, settleRefund } from '#payment/refund/server/refunds.ts'
import type { Refund } from '#payment/refund/server/refunds.ts'
import type { Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { ShopError } from '#shared/errors.ts'
import { closeWithdrawal, insertInspection, selectWithdrawalOf } from './withdrawal-store.ts'
import type { Inspection } from './withdrawal-store.ts'
import { restOf, restockReturned } from './withdrawals.ts'

export { selectInspection as inspectionOf } from './withdrawal-store.ts'

/** A case under the lock of its order, with what remains to be refunded. */
const awaitedCase = async (tx: Tx, orderId: string) => {
  const payer = await lockPayer(tx, orderId)
  const withdrawal = await selectWithdrawalOf(tx.db, orderId)
  if (!withdrawal) throw new ShopError('NOT_FOUND')
  if (withdrawal.state === 'closed')
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: 'This return was already confirmed.',
      data: { reason: 'received' },
    })
  return { payer, withdrawal, isSomethingLeft: (await leftToRefundOf(tx, payer)) > 0 }
}

/** What `confirmReturn` would refund, by the same decision; null for nothing. Writes nothing, and throws as it does. */
export const previewConfirmedReturn = (
  { deps }: PaymentServices,
  order: Pick<Order, 'id'>,
): Promise<GivenRefund | null> =>
  inTransaction(deps, async (tx) => {
    const { payer, isSomethingLeft } = await awaitedCase(tx, order.id)
    return isSomethingLeft
      ? previewRefund(tx, { ...payer, choice: { kind: 'rest' }, reason: 'withdrawal' })
      : null
  })

interface ConfirmedReturn {
  /** What was in the package; called under the lock of the order, before its refund. */
  readonly count: (tx: Tx, order: Order) => Promise<Inspection>
  /** For the buyer: on the credit note and in the mail. */
  readonly note?: string | null
  /** Called with what is decided, before it is written; refuses by throwing. */
  readonly approve?: (tx: Tx, order: Order, given: DecidedRefund | null) => Promise<void>
  /** Called last: who did it. */
  readonly also?: (tx: Tx, order: Order) => void
}

/**
 * The shipment was returned: closes the case, refunds everything that remains, and puts what was counted into stock or writes it
 * off. Null when there was nothing to refund. NOT_FOUND for an order without a case; ACTION_NOT_ALLOWED when the case is closed.
 */
export const confirmReturn = async (
  services: PaymentServices,
  number: string,
  { count, note = null, approve, also }: ConfirmedReturn,
): Promise<Refund | null> => {
  const { deps } = services
  const order = await orderByNumber(deps.database, number)
  const refund = await inTransaction(deps, async (tx) => {
    const { payer, withdrawal, isSomethingLeft } = await awaitedCase(tx, order.id)
    const received = await count(tx, order)
    const remaining = isSomethingLeft
      ? await openRefund(tx, {
          ...restOf(payer, 'withdrawal'),
          note,
          approve: async (given) => approve?.(tx, order, given),
        })
      : null
    if (remaining === null) await approve?.(tx, order, null)
    await closeWithdrawal(tx, withdrawal.id, remaining?.id ?? null)
    await insertInspection(tx, withdrawal, received)
    await restockReturned(services, tx, order, received.lines)
    also?.(tx, order)
    return remaining
  })
  return refund && settleRefund(services, refund)
}
