import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { wantLabels } from '#shipment/server/labels.ts'
import { ordersToReship, packShipments, shipmentsOf } from '#shipment/server/shipments.ts'
import type { Shipment } from '#shipment/server/shipments.ts'
import { claimDueOrders } from './due-orders.ts'
import { lockOrder } from './order-store.ts'

/** Orders that were claimed, and those of them that wait for stock that has not expired. */
interface PackedBatch {
  readonly count: number
  readonly waiting: readonly string[]
}

const packBatch = async (
  tx: Tx,
  carrier: string,
  limit: number,
  waiting: readonly string[],
): Promise<PackedBatch> => {
  const orders = await claimDueOrders(tx, limit, waiting)
  const byOrder = await shipmentsOf(
    tx.db,
    orders.map(({ id }) => id),
  )
  const shipments = [...byOrder.values()].flat()
  const pending = shipments.filter(({ state }) => state === 'pending')
  const { packed, short } = await packShipments(tx, pending, 'warehouse')
  await wantLabels(tx, carrier, [...shipments.filter(({ state }) => state === 'packed'), ...packed])
  const isShort = ({ id }: Shipment): boolean => short.some(({ shipmentId }) => shipmentId === id)
  return { count: orders.length, waiting: pending.filter(isShort).map(({ orderId }) => orderId) }
}

const packReship = async (tx: Tx, carrier: string, orderId: string): Promise<void> => {
  const order = await lockOrder(tx, orderId)
  if (!order || order.isHeld || order.state === 'canceled') return
  const shipments = (await shipmentsOf(tx.db, [orderId])).get(orderId) ?? []
  const pending = shipments.filter(({ state, isReship }) => isReship && state === 'pending')
  await wantLabels(tx, carrier, (await packShipments(tx, pending, 'warehouse')).packed)
}

/**
 * The warehouse of a sandbox shop: packs the orders whose shipping day has come, in batches, and writes down that they
 * need a label of the carrier. What a carrier has is said by the carrier.
 */
export const packDue = async (deps: AppDeps, carrier: string, batch = 50): Promise<void> => {
  const waiting: string[] = []
  for (;;) {
    const packed = await inTransaction(deps, (tx) => packBatch(tx, carrier, batch, waiting))
    waiting.push(...packed.waiting)
    if (packed.count < batch) break
  }
  for (const orderId of await ordersToReship(deps.database))
    await inTransaction(deps, (tx) => packReship(tx, carrier, orderId))
}
