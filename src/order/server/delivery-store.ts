import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Work } from '#platform/world.ts'
import type { DeliveryState } from '../rules/delivery.ts'

export type DeliveryRow = Selectable<Database['delivery']>

/** What a parcel owes of one product. */
export interface OwedDelivery {
  readonly orderId: string
  readonly accountId: string
  readonly product: string
  readonly units: number
}

export const insertOwed = async (work: Work, owed: readonly OwedDelivery[]): Promise<void> => {
  await work.db
    .insertInto('delivery')
    .values(
      owed.map(({ orderId, accountId, product, units }) => ({
        id: work.ids.uuid(),
        order_id: orderId,
        account_id: accountId,
        product,
        units,
        state: 'owed',
        owed_at: work.now.toString(),
      })),
    )
    .execute()
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
