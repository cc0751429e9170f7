import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { wantLabels } from '#shipment/server/labels.ts'
import { moveShipments, shipmentsOf } from '#shipment/server/shipments.ts'
import { claimDueOrders } from './order-store.ts'

const packBatch = async (tx: Tx, carrier: string, limit: number): Promise<number> => {
  const orders = await claimDueOrders(tx, limit)
  const byOrder = await shipmentsOf(
    tx.db,
    orders.map(({ id }) => id),
  )
  const shipments = [...byOrder.values()].flat()
  const pending = shipments.filter(({ state }) => state === 'pending')
  const packed = await moveShipments(tx, pending, { to: 'packed', source: 'warehouse' })
  await wantLabels(tx, carrier, [...shipments.filter(({ state }) => state === 'packed'), ...packed])
  return orders.length
}

/**
 * The warehouse of a sandbox shop: packs the orders whose shipping day has come, in batches, and writes down that they
 * need a label of the carrier. What a carrier has is said by the carrier.
 */
export const packDue = async (deps: AppDeps, carrier: string, batch = 50): Promise<void> => {
  for (;;) {
    const count = await inTransaction(deps, (tx) => packBatch(tx, carrier, batch))
    if (count < batch) return
  }
}
