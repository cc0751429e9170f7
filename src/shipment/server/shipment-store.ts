import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { sql } from 'kysely'
import type { Kysely, QueryCreator } from 'kysely'
import { erasedPerson } from '#shared/address.ts'
import type { Address } from '#shared/address.ts'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { HandedOver } from '../rules/shipment-row.ts'
import type { ShipmentItem } from '../rules/shipment-item.ts'
import { hasLeft } from '../rules/shipment-state.ts'
import type { ShipmentState } from '../rules/shipment-state.ts'
import { shipmentFrom } from './shipment-record.ts'
import type { Shipment } from './shipment-record.ts'

/** A shipment that is written with its order, in one statement. */
export interface NewShipment {
  readonly id: string
  readonly orderId: string
  readonly accountId: string
}

/** The part of the statement of new orders that writes their shipments. */
export const shipmentInsert = (
  db: QueryCreator<Database>,
  { now }: Pick<Tx, 'now'>,
  shipments: readonly NewShipment[],
) =>
  db.insertInto('shipment').values(
    shipments.map((shipment) => ({
      id: shipment.id,
      order_id: shipment.orderId,
      account_id: shipment.accountId,
      state: 'pending',
      created_at: now.toString(),
    })),
  )

/** A shipment of what is sent again. */
export const shipmentReshipInsert = (db: Kysely<Database>, tx: Pick<Tx, 'now'>, shipment: NewShipment) =>
  db.insertInto('shipment').values({
    id: shipment.id,
    order_id: shipment.orderId,
    account_id: shipment.accountId,
    state: 'pending',
    is_reship: true,
    created_at: tx.now.toString(),
  })

/** Waits while a product gets its first lot, which counts what is on hand; a later one waits for this transaction. */
export const awaitFirstLot = (tx: Tx): Promise<void> =>
  tx.defer(sql`lock table shipment in row exclusive mode`)

/** Shipments, for the queries of what is to be packed (`to-pack.ts`). */
export const shipmentsIn = (db: Kysely<Database>) => db.selectFrom('shipment')

/** An item, and the shipment that it is in. */
export interface NewShipmentItem extends ShipmentItem, Pick<NewShipment, 'id' | 'orderId'> {}

/** The part that writes their items. */
export const shipmentItemsInsert = (db: QueryCreator<Database>, items: readonly NewShipmentItem[]) =>
  db.insertInto('shipment_item').values(
    items.map((item) => ({
      shipment_id: item.id,
      order_id: item.orderId,
      position: item.position,
      product: item.product,
      line_quantity: item.lineQuantity,
      stock_quantity: item.stockQuantity,
    })),
  )

/** Shipments with their items, the oldest first. */
export const selectWithItems = (db: Kysely<Database>, orderIds: readonly string[]) =>
  db
    .selectFrom('shipment')
    .selectAll('shipment')
    .select((select) =>
      jsonArrayFrom(
        select
          .selectFrom('shipment_item')
          .select(['position', 'product', 'line_quantity', 'stock_quantity'])
          .whereRef('shipment_item.order_id', '=', 'shipment.order_id')
          .whereRef('shipment_item.shipment_id', '=', 'shipment.id')
          .orderBy('position'),
      ).as('items'),
    )
    .where('order_id', 'in', orderIds)
    .orderBy('created_at')
    .orderBy('id')

/** The shipments of these orders, the oldest first, by order. */
export const selectShipments = async (
  db: Kysely<Database>,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Shipment[]>> => {
  if (orderIds.length === 0) return new Map()
  const rows = await selectWithItems(db, orderIds).execute()
  return Map.groupBy(
    rows.map((row) => shipmentFrom(row, row.items)),
    ({ orderId }) => orderId,
  )
}

/** The order of a shipment; null for an unknown one. */
export const selectOrderIdOf = async (db: Kysely<Database>, id: string): Promise<string | null> => {
  const query = db.selectFrom('shipment').select('order_id').where('id', '=', id)
  return (await query.executeTakeFirst())?.order_id ?? null
}

/** The orders with a shipment of this tracking number; any carrier's when `carrier` is null. */
export const selectOrderIdsTracked = async (
  db: Kysely<Database>,
  carrier: string | null,
  tracking: string,
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('shipment')
    .select('order_id')
    .distinct()
    .where('tracking', '=', tracking)
    .$if(carrier !== null, (query) => query.where('carrier', '=', carrier))
    .orderBy('order_id')
    .execute()
  return rows.map((row) => row.order_id)
}

const ended: readonly ShipmentState[] = ['canceled', 'returned-to-sender', 'lost']

/** The dates of a shipment that takes a state. */
const datesOf = (to: ShipmentState, at: string) => ({
  ...(to === 'packed' ? { packed_at: at } : {}),
  ...(to === 'pending' || to === 'on-hold' ? { packed_at: null } : {}),
  ...(hasLeft(to)
    ? {
        packed_at: sql<string>`coalesce(packed_at, ${at})`,
        shipped_at: sql<string>`coalesce(shipped_at, ${at})`,
      }
    : {}),
  delivered_at: to === 'delivered' ? at : null,
  ended_at: ended.includes(to) ? at : null,
})

/** Writes the state of shipments with its dates; the caller holds the lock of their orders. */
export const updateStates = (
  tx: Tx,
  ids: readonly string[],
  to: ShipmentState,
  at: Temporal.Instant,
): Promise<void> =>
  tx.defer(
    tx.db
      .updateTable('shipment')
      .set({ state: to, ...datesOf(to, at.toString()) })
      .where('id', 'in', ids),
  )

/** Who carries a shipment, with what number, and where to follow it when the carrier has said so. */
interface Carried extends Omit<HandedOver, 'order' | 'lines'> {
  readonly trackingUrl?: string
  readonly expectedOn?: Temporal.PlainDate | null
}

/** Writes who carries a shipment. */
export const updateCarrier = (
  tx: Tx,
  id: string,
  { carrier, service, tracking, weightGrams, trackingUrl, expectedOn }: Carried,
): Promise<void> =>
  tx.defer(
    tx.db
      .updateTable('shipment')
      .set({
        carrier,
        service,
        tracking,
        weight_grams: weightGrams,
        tracking_url: trackingUrl ?? null,
        expected_on: expectedOn?.toString() ?? null,
      })
      .where('id', '=', id),
  )

/** A shipment that has not left is not carried by this carrier any more. */
export const clearCarrier = (tx: Tx, id: string, carrier: string): Promise<void> =>
  tx.defer(
    tx.db
      .updateTable('shipment')
      .set({ carrier: null, service: null, tracking: null, tracking_url: null, expected_on: null })
      .where('id', '=', id)
      .where('carrier', '=', carrier)
      .where('shipped_at', 'is', null),
  )

/** The day on which it is expected now. */
export const updateExpectedOn = (tx: Tx, id: string, on: Temporal.PlainDate): Promise<void> =>
  tx.defer(tx.db.updateTable('shipment').set({ expected_on: on.toString() }).where('id', '=', id))

/** Records that it was decided whether to ask for a review of it; false when that was done before. */
export const saveReviewCheck = async (tx: Tx, id: string): Promise<boolean> => {
  const row = await tx.db
    .updateTable('shipment')
    .set({ review_checked_at: tx.now.toString() })
    .where('id', '=', id)
    .where('review_checked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Where shipments go, instead of to the address of their order. */
export const updateShipTo = (tx: Tx, ids: readonly string[], shipTo: Address): Promise<void> =>
  tx.defer(
    tx.db
      .updateTable('shipment')
      .set({ ship_to: JSON.stringify(shipTo) })
      .where('id', 'in', ids),
  )

/** Erases the person from the addresses of shipments that have one of their own. */
export const eraseShipTo = (tx: Tx, orderIds: readonly string[]): Promise<void> =>
  tx.defer(
    tx.db
      .updateTable('shipment')
      .set({ ship_to: sql`ship_to || ${JSON.stringify({ ...erasedPerson, zip: '' })}::jsonb` })
      .where('order_id', 'in', [...orderIds])
      .where('ship_to', 'is not', null),
  )

/** What is taken out of a shipment is not in it any more; an item without pieces is deleted. */
export const reduceItem = async (tx: Tx, { id, items }: Shipment, taken: ShipmentItem): Promise<void> => {
  const { position, lineQuantity, stockQuantity } = taken
  const isAll = items.some((item) => item.position === position && item.lineQuantity === lineQuantity)
  const own = isAll
    ? tx.db.deleteFrom('shipment_item').where('shipment_id', '=', id).where('position', '=', position)
    : tx.db
        .updateTable('shipment_item')
        .set((set) => ({
          line_quantity: set('line_quantity', '-', lineQuantity),
          stock_quantity: set('stock_quantity', '-', stockQuantity),
        }))
        .where('shipment_id', '=', id)
        .where('position', '=', position)
  await tx.defer(own)
}
