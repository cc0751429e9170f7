import type { Kysely, QueryCreator, Selectable } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { ShipmentState } from '../rules/shipment-item.ts'
import type { StockedLine, OrderDraft } from './order-draft.ts'

export type ShipmentItemRow = Selectable<Database['shipment_item']>

/** The part of a new order's statement that writes its shipment items: one for each product in it. */
export const owedItemsInsert = (
  db: QueryCreator<Database>,
  { ids, now }: Pick<Tx, 'ids' | 'now'>,
  { id: orderId, accountId }: Pick<OrderDraft, 'id' | 'accountId'>,
  lines: readonly StockedLine[],
) => {
  const products = Map.groupBy(lines, ({ stock }) => stock.product)
  const rows = [...products].map(([product, stocked]) => ({
    id: ids.uuid(),
    order_id: orderId,
    account_id: accountId,
    product,
    quantity: stocked.reduce((sum, { stock }) => sum + stock.quantity, 0),
    state: 'owed',
    owed_at: now.toString(),
  }))
  return db.insertInto('shipment_item').values(rows)
}

/** Writes the state of the shipment items of these orders, with its date. */
export const updateShipmentItems = async (
  tx: Tx,
  orderIds: readonly string[],
  state: ShipmentState,
  hasShippedNow: boolean,
): Promise<void> => {
  const now = tx.now.toString()
  const hasEnded = state === 'canceled' || state === 'refunded'
  await tx.db
    .updateTable('shipment_item')
    .set({
      state,
      ...(hasShippedNow ? { shipped_at: now } : {}),
      ...(hasEnded ? { ended_at: now } : {}),
    })
    .where('order_id', 'in', orderIds)
    .where('state', '<>', state)
    .execute()
}

/** The deliveries of these orders, by order. */
export const selectShipmentItems = async (
  db: Kysely<Database>,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ShipmentItemRow[]>> => {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('shipment_item')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('product')
    .execute()
  return Map.groupBy(rows, (row) => row.order_id)
}
