import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Kysely } from 'kysely'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { shipmentFrom } from './shipment-record.ts'
import type { ShipmentEvent, ShipmentHistory, ShipmentMoment } from './shipment-record.ts'
import { selectWithItems } from './shipment-store.ts'

/** What happened to each of these shipments, the oldest first; late and repeated events are left out. */
export const selectEvents = async (
  db: Kysely<Database>,
  shipmentIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ShipmentMoment[]>> => {
  if (shipmentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('shipment_event')
    .select(['shipment_id', 'kind', 'source', 'happened_at'])
    .where('shipment_id', 'in', shipmentIds)
    .where('is_applied', '=', true)
    .orderBy('happened_at')
    .orderBy('id')
    .execute()
  const events = rows.map(({ shipment_id: shipmentId, kind, source, happened_at: at }) => ({
    shipmentId,
    event: { kind, source, at: Temporal.Instant.from(at) },
  }))
  const byShipment = Map.groupBy(events, ({ shipmentId }) => shipmentId)
  return new Map([...byShipment].map(([id, found]) => [id, found.map(({ event }) => event)]))
}

/** The shipments of an order, the oldest first, each with what happened to it, in one statement. */
export const selectShipmentHistories = async (
  db: Kysely<Database>,
  orderId: string,
): Promise<readonly ShipmentHistory[]> => {
  const rows = await selectWithItems(db, [orderId])
    .select((select) =>
      jsonArrayFrom(
        select
          .selectFrom('shipment_event')
          .select(['kind', 'source', 'happened_at'])
          .whereRef('shipment_event.shipment_id', '=', 'shipment.id')
          .where('is_applied', '=', true)
          .orderBy('happened_at')
          .orderBy('shipment_event.id'),
      ).as('events'),
    )
    .execute()
  return rows.map((row) => ({
    shipment: shipmentFrom(row, row.items),
    events: row.events.map(({ happened_at: at, ...event }) => ({ ...event, at: Temporal.Instant.from(at) })),
  }))
}

/** Adds to the history. An event whose name is known is not written again. */
export const insertEvents = (tx: Tx, events: readonly ShipmentEvent[]): Promise<void> => {
  const rows = events.map((event) => ({
    id: tx.ids.uuid(),
    shipment_id: event.shipmentId,
    kind: event.kind,
    source: event.source,
    happened_at: event.happenedAt.toString(),
    recorded_at: tx.now.toString(),
    is_applied: event.isApplied,
    expected_on: event.expectedOn?.toString() ?? null,
    external_id: event.externalId,
  }))
  return tx.defer(
    tx.db
      .insertInto('shipment_event')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['shipment_id', 'external_id']).doNothing()),
  )
}

/** Whether an event of this name was recorded for a shipment. */
export const isRecorded = async (tx: Tx, shipmentId: string, externalId: string): Promise<boolean> => {
  const query = tx.db.selectFrom('shipment_event').select('id').where('shipment_id', '=', shipmentId)
  return (await query.where('external_id', '=', externalId).executeTakeFirst()) !== undefined
}
