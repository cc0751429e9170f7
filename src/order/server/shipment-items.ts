import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { brokenShipmentItemsOf, shipmentStateOf } from '../rules/shipment-item.ts'
import { selectShipmentItems, updateShipmentItems } from './shipment-item-store.ts'
import { selectOrdersAfter } from './order-store.ts'
import type { Order } from './order-record.ts'

/**
 * Shipment items have the state of their order: written by the code that ships, cancels or refunds, in the same
 * transaction.
 */
export const syncShipmentItems = async (
  tx: Tx,
  orders: readonly Order[],
  { hasShippedNow = false }: { readonly hasShippedNow?: boolean } = {},
): Promise<void> => {
  for (const [state, changed] of Map.groupBy(orders, shipmentStateOf)) {
    const ids = changed.map(({ id }) => id)
    await updateShipmentItems(tx, ids, state, hasShippedNow)
  }
}

const batchSize = 500

/** A sentence for each order whose paid quantities are not delivered, owed or refunded. */
export const brokenShipmentItems = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const broken: string[] = []
  let after: string | null = null
  for (;;) {
    const orders: Order[] = await selectOrdersAfter(db, after, batchSize)
    if (orders.length === 0) return broken
    const ids = orders.map(({ id }) => id)
    const shipmentItems = await selectShipmentItems(db, ids)
    for (const order of orders) {
      broken.push(...brokenShipmentItemsOf(order, shipmentItems.get(order.id) ?? []))
    }
    after = orders.at(-1)?.id ?? null
  }
}
