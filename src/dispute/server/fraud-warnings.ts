import { holdOrder, lockedOrder, ordersOfCharge } from '#order/server/orders.ts'
import { chargeOfDispute } from '#payment/charge/server/disputed-charges.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { DisputeServices } from './follow-dispute.ts'
import { insertWarning, selectWarning } from './warning-store.ts'

export { selectWarning as fraudWarningById }

/**
 * Reads a bank's warning of fraud at the processor and records it, once: the unshipped part of the order, or what is sent again,
 * is held. Nothing is refunded automatically. Throws SHOP_BUSY when the processor does not answer; its webhook comes again then.
 */
export const readFraudWarning = async (
  services: DisputeServices,
  processorWarning: string,
): Promise<void> => {
  const { deps, processor, disputes: policy } = services
  const record = await processor.disputes.readFraudWarning(processorWarning)
  if (record === null) return
  await inTransaction(deps, async (tx) => {
    const charge = await chargeOfDispute(tx.db, processor.name, record)
    const orders = charge === null ? [] : await ordersOfCharge(tx.db, charge.id)
    const [order] = orders
    if (!charge || !order) {
      deps.log.error({ warning: processorWarning }, 'a fraud warning is about no charge of the shop')
      return
    }
    const locked = []
    for (const { id } of orders.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      locked.push(await lockedOrder(tx, id))
    const { id: orderId, accountId } = order
    const owner = { processor: processor.name, chargeId: charge.id, orderId, accountId }
    const id = await insertWarning(tx, owner, record)
    if (id === null) return
    const hold = { cause: 'fraud-warning', causeId: id, reason: record.fraudType } as const
    if (policy.hold_after_fraud_warning)
      for (const { id: held, state } of locked) if (state !== 'canceled') await holdOrder(tx, held, hold)
    tx.publish({ kind: 'fraud-warned', warningId: id })
  })
}
