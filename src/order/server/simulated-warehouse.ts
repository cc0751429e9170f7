import { isOpen } from '#shipment/rules/shipment-state.ts'
import { moveShipments, shipmentsOf, updateSimulatedCarrier } from '#shipment/server/shipments.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { inTransaction } from '#platform/transaction.ts'
import { claimDueOrders } from './order-store.ts'
import { shipComplete } from './ship-complete.ts'

const shipBatch = async (tx: Tx, limit: number): Promise<number> => {
  const orders = await claimDueOrders(tx, limit)
  const byOrder = await shipmentsOf(
    tx.db,
    orders.map(({ id }) => id),
  )
  const open = [...byOrder.values()].flat().filter(({ state }) => isOpen(state))
  if (open.length > 0) {
    const pending = open.filter(({ state }) => state === 'pending')
    const packed = await moveShipments(tx, pending, { to: 'packed', source: 'warehouse' })
    const ready = [...open.filter(({ state }) => state === 'packed'), ...packed]
    await updateSimulatedCarrier(
      tx,
      ready.map(({ id }) => id),
    )
    await moveShipments(tx, ready, { to: 'shipped', source: 'warehouse' })
  }
  await shipComplete(tx, orders)
  return orders.length
}

/**
 * The warehouse of a sandbox shop: packs the orders whose shipping day has come and hands them to a carrier, in batches.
 * Returns how many orders shipped.
 */
export const shipDue = async (deps: AppDeps, batch = 50): Promise<number> => {
  let shipped = 0
  for (;;) {
    const count = await inTransaction(deps, (tx) => shipBatch(tx, batch))
    shipped += count
    if (count < batch) return shipped
  }
}
