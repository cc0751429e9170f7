import { orderStateOf } from '#shipment/rules/shipment-state.ts'
import { shipmentsOf } from '#shipment/server/shipments.ts'
import type { Shipment } from '#shipment/server/shipments.ts'
import type { Tx } from '#platform/app-deps.ts'
import { recordShipped } from './order-ledger.ts'
import { updateShipped } from './order-store.ts'
import type { Order } from './order-record.ts'

/** A replacement does not change whether the ordered items have shipped. */
const stateOf = (shipments: readonly Shipment[]) =>
  orderStateOf(shipments.filter(({ isReship }) => !isReship).map(({ state }) => state))

/**
 * Marks those of the orders as shipped of which nothing waits any more, and earns their revenue; after their shipments
 * have moved, under the locks of the orders. Returns how many they are.
 */
export const shipComplete = async (tx: Tx, orders: readonly Order[]): Promise<number> => {
  const waiting = orders.filter(({ state }) => state === 'placed')
  const shipments = await shipmentsOf(
    tx.db,
    waiting.map(({ id }) => id),
  )
  const complete = waiting.filter(({ id }) => stateOf(shipments.get(id) ?? []) === 'shipped')
  if (complete.length === 0) return 0
  await updateShipped(
    tx,
    complete.map(({ id }) => id),
  )
  await recordShipped(tx, complete)
  return complete.length
}
