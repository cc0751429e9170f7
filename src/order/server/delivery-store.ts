import type { Kysely, QueryCreator, Selectable } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Work } from '#platform/world.ts'
import type { DeliveryState } from '../rules/delivery.ts'
import type { BoxedLine, OrderDraft } from './order-draft.ts'

export type DeliveryRow = Selectable<Database['delivery']>

/** The part of a new order's statement that says what its parcel owes: one delivery for each product in it. */
export const insertingOwed = (
  db: QueryCreator<Database>,
  { ids, now }: Pick<Work, 'ids' | 'now'>,
  { id: orderId, accountId }: Pick<OrderDraft, 'id' | 'accountId'>,
  lines: readonly BoxedLine[],
) => {
  const products = Map.groupBy(lines, ({ shelf }) => shelf.product)
  const rows = [...products].map(([product, boxed]) => ({
    id: ids.uuid(),
    order_id: orderId,
    account_id: accountId,
    product,
    units: boxed.reduce((sum, { shelf }) => sum + shelf.units, 0),
    state: 'owed',
    owed_at: now.toString(),
  }))
  return db.insertInto('delivery').values(rows)
}

/** Writes how the deliveries of these orders stand now, with the date that belongs to it. */
export const updateDeliveries = async (
  work: Work,
  orderIds: readonly string[],
  state: DeliveryState,
  hasShippedNow: boolean,
): Promise<void> => {
  const now = work.now.toString()
  const hasEnded = state === 'canceled' || state === 'refunded'
  await work.db
    .updateTable('delivery')
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
export const selectDeliveries = async (
  db: Kysely<Database>,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly DeliveryRow[]>> => {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('delivery')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('product')
    .execute()
  return Map.groupBy(rows, (row) => row.order_id)
}
