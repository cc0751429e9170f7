import type { Kysely, QueryCreator, Selectable } from 'kysely'
import { instantOrNull } from '#shared/dates.ts'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { Order as WireOrder } from '../endpoints.ts'
import type { ShipmentState } from '../rules/shipment-item.ts'
import type { OrderDraft, OrderLine } from './order-record.ts'

const { state: State } = WireOrder.shape.shipment_items.element.shape

/** What the shipment of an order owes of a product. */
export interface ShipmentItem {
  readonly product: string
  /** Months' supplies. */
  readonly quantity: number
  readonly state: ShipmentState
  readonly shippedAt: Temporal.Instant | null
  /** When it was canceled or refunded. */
  readonly endedAt: Temporal.Instant | null
}

/** The part of a new order's statement that writes its shipment items: one for each product in it. */
export const owedItemsInsert = (
  db: QueryCreator<Database>,
  { ids, now }: Pick<Tx, 'ids' | 'now'>,
  { id: orderId, accountId }: Pick<OrderDraft, 'id' | 'accountId'>,
  lines: readonly OrderLine[],
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

const itemFrom = (row: Selectable<Database['shipment_item']>): ShipmentItem => ({
  product: row.product,
  quantity: row.quantity,
  state: State.parse(row.state),
  shippedAt: instantOrNull(row.shipped_at),
  endedAt: instantOrNull(row.ended_at),
})

/** The deliveries of these orders, by order. */
export const selectShipmentItems = async (
  db: Kysely<Database>,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ShipmentItem[]>> => {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('shipment_item')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('product')
    .execute()
  const byOrder = [...Map.groupBy(rows, (row) => row.order_id)]
  return new Map(byOrder.map(([orderId, items]) => [orderId, items.map(itemFrom)]))
}
