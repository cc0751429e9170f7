import type { AppDeps } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { claimLateOrders } from './due-orders.ts'

/** Publishes orders that did not ship when the shop said, so that their buyers get a mail, in batches. */
export const noticeLateOrders = async (deps: AppDeps, batch = 50): Promise<void> => {
  for (;;) {
    const count = await inTransaction(deps, async (tx) => {
      const orders = await claimLateOrders(tx, batch)
      for (const { id, accountId } of orders) tx.publish({ kind: 'order-late', orderId: id, accountId })
      return orders.length
    })
    if (count < batch) return
  }
}
