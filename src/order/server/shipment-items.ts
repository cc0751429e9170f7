import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { brokenShipmentItemsOf, shipmentStateOf } from '../rules/shipment-item.ts'
import type { OrderStatus } from '../rules/shipment-item.ts'
import { selectShipmentItems, updateShipmentItems } from './shipment-item-store.ts'
import { selectOrdersAfter, withLines } from './order-store.ts'
import type { OrderRow } from './order-store.ts'

const statusOf = (order: OrderRow): OrderStatus => ({
  state: order.state,
  totalCents: order.total_cents,
  refundedCents: order.refunded_cents,
})

/**
 * Shipment items have the state of their order: written by the code that ships, cancels or refunds, in the same
 * transaction.
 */
export const syncShipmentItems = async (
  tx: Tx,
  orders: readonly OrderRow[],
  { hasShippedNow = false }: { readonly hasShippedNow?: boolean } = {},
): Promise<void> => {
  const byState = Map.groupBy(orders, (order) => shipmentStateOf(statusOf(order)))
  for (const [state, changed] of byState) {
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
    const orders: OrderRow[] = await selectOrdersAfter(db, after, batchSize)
    if (orders.length === 0) return broken
    const shipmentItems = await selectShipmentItems(
      db,
      orders.map(({ id }) => id),
    )
    for (const { order, lines } of await withLines(db, orders)) {
      const items = {
        number: order.number,
        lines: lines.map(({ product, stock_quantity: quantity }) => ({ product, quantity })),
        shipmentItems: shipmentItems.get(order.id) ?? [],
      }
      broken.push(...brokenShipmentItemsOf({ ...statusOf(order), ...items }))
    }
    after = orders.at(-1)?.id ?? null
  }
}
