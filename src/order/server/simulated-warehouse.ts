import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { wantLabels } from '#shipment/server/labels.ts'
import { moveShipments, ordersToReship, shipmentsOf } from '#shipment/server/shipments.ts'
import { claimDueOrders } from './due-orders.ts'
import { lockOrder } from './order-store.ts'

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

const packReship = async (tx: Tx, carrier: string, orderId: string): Promise<void> => {
  const order = await lockOrder(tx, orderId)
  if (!order || order.isHeld || order.state === 'canceled') return
  const shipments = (await shipmentsOf(tx.db, [orderId])).get(orderId) ?? []
  const pending = shipments.filter(({ state, isReship }) => isReship && state === 'pending')
  await wantLabels(tx, carrier, await moveShipments(tx, pending, { to: 'packed', source: 'warehouse' }))
}

/**
 * The warehouse of a sandbox shop: packs the orders whose shipping day has come, in batches, and writes down that they
 * need a label of the carrier. What a carrier has is said by the carrier.
 */
export const packDue = async (deps: AppDeps, carrier: string, batch = 50): Promise<void> => {
  for (;;) {
    const count = await inTransaction(deps, (tx) => packBatch(tx, carrier, batch))
    if (count < batch) break
  }
  for (const orderId of await ordersToReship(deps.database))
    await inTransaction(deps, (tx) => packReship(tx, carrier, orderId))
}
