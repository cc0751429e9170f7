import { sql } from 'kysely'
import type { Expression, Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import { instantOrNull } from '#shared/dates.ts'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { LabelState } from '../rules/carriers.ts'

const StoredState = z.enum(['wanted', 'refused', 'bought', 'handed-over', 'void-wanted', 'voided'])

/** A label of a shipment, or the wish for one. */
export interface ShipmentLabel {
  readonly shipmentId: string
  readonly orderId: string
  readonly attempt: number
  readonly carrier: string
  readonly state: LabelState
  /** How the carrier names it; null until it is bought. */
  readonly carrierLabel: string | null
  /** Why the carrier refused it, as a sentence. */
  readonly reason: string | null
  /** How often the carrier was asked for what it does next. */
  readonly requests: number
  readonly nextAskAt: Temporal.Instant | null
}

const labelFrom = (row: Selectable<Database['shipment_label']>): ShipmentLabel => ({
  shipmentId: row.shipment_id,
  orderId: row.order_id,
  attempt: row.attempt,
  carrier: row.carrier,
  state: StoredState.parse(row.state),
  carrierLabel: row.carrier_label,
  reason: row.reason,
  requests: row.requests,
  nextAskAt: instantOrNull(row.next_ask_at),
})

type LabelId = Pick<ShipmentLabel, 'shipmentId' | 'attempt'>

/** The shipments that have a label, wait for one or wait for its end; as a part of other statements. */
export const labeledShipments = (db: Kysely<Database>) =>
  db.selectFrom('shipment_label').select('shipment_id').where('state', '<>', 'voided')

/** All labels of shipments, the first one of each first. */
export const selectLabels = async (
  db: Kysely<Database>,
  shipmentIds: readonly string[],
): Promise<readonly ShipmentLabel[]> => {
  if (shipmentIds.length === 0) return []
  const query = db.selectFrom('shipment_label').selectAll().where('shipment_id', 'in', shipmentIds)
  return (await query.orderBy('shipment_id').orderBy('attempt').execute()).map(labelFrom)
}

/** Labels that the carrier has not sold yet, or has refused, the oldest first. */
export const selectOpenLabels = async (db: Kysely<Database>): Promise<readonly ShipmentLabel[]> => {
  const query = db.selectFrom('shipment_label').selectAll().where('state', 'in', ['wanted', 'refused'])
  return (await query.orderBy('created_at').orderBy('shipment_id').execute()).map(labelFrom)
}

/** Whether the shop has bought a label of this number; its shipment may have the number of another carrier by now. */
export const isNumberOfLabel = async (
  db: Kysely<Database>,
  carrier: string,
  tracking: string,
): Promise<boolean> => {
  const labels = db
    .selectFrom('shipment_label')
    .where('carrier', '=', carrier)
    .where('tracking', '=', tracking)
  return (await labels.select('shipment_id').limit(1).executeTakeFirst()) !== undefined
}

/** When the carrier is asked next; null when nothing is wanted of it. */
export const selectNextAskAt = async (db: Kysely<Database>): Promise<Temporal.Instant | null> => {
  const waiting = db.selectFrom('shipment_label').where('next_ask_at', 'is not', null)
  const { at } = await waiting.select(({ fn }) => fn.min('next_ask_at').as('at')).executeTakeFirstOrThrow()
  return instantOrNull(at)
}

/** Whether the carrier is to be asked now. */
export const hasDueToAsk = (db: Kysely<Database>, now: Temporal.Instant): Expression<boolean> =>
  sql<boolean>`exists (select from shipment_label where next_ask_at <= ${now.toString()})`

/** Writes down that shipments need a label; the caller holds the locks of their orders. */
export const insertLabels = (
  tx: Tx,
  carrier: string,
  labels: readonly (LabelId & { readonly orderId: string })[],
): Promise<void> =>
  tx.defer(
    tx.db.insertInto('shipment_label').values(
      labels.map(({ shipmentId, orderId, attempt }) => ({
        shipment_id: shipmentId,
        order_id: orderId,
        attempt,
        carrier,
        state: 'wanted',
        next_ask_at: tx.now.toString(),
        created_at: tx.now.toString(),
      })),
    ),
  )

/**
 * Takes up to `limit` labels in a state that are due to be asked for, and plans the next time already: a process that
 * ends while it asks leaves them to the next one. Workers side by side take different ones.
 */
export const claimLabels = async (
  tx: Tx,
  state: 'wanted' | 'bought' | 'void-wanted',
  limit: number,
): Promise<readonly ShipmentLabel[]> => {
  const due = await tx.db
    .selectFrom('shipment_label')
    .selectAll()
    .where('state', '=', state)
    .where('next_ask_at', '<=', tx.now.toString())
    .orderBy('next_ask_at')
    .orderBy('shipment_id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return due.map(labelFrom)
}

interface LabelChange {
  readonly state?: LabelState
  readonly carrierLabel?: string
  readonly tracking?: string
  readonly reason?: string | null
  readonly nextAskAt: Temporal.Instant | null
  readonly requests: number
}

/** Changes a label, if it is still in the state `from`. */
export const updateLabel = (
  tx: Tx,
  { shipmentId, attempt }: LabelId,
  from: LabelState,
  { state = from, carrierLabel, tracking, reason, nextAskAt, requests }: LabelChange,
): Promise<void> =>
  tx.defer(
    tx.db
      .updateTable('shipment_label')
      .set({
        state,
        next_ask_at: nextAskAt?.toString() ?? null,
        requests,
        ...(carrierLabel === undefined ? {} : { carrier_label: carrierLabel }),
        ...(tracking === undefined ? {} : { tracking }),
        ...(reason === undefined ? {} : { reason }),
      })
      .where('shipment_id', '=', shipmentId)
      .where('attempt', '=', attempt)
      .where('state', '=', from),
  )

/**
 * Labels of shipments that do not travel with them: the carrier is asked to void what it may have sold. A request for a
 * wanted label that is under way ends before the time at which it is repeated; the void is asked for then, and not before.
 */
export const wantVoid = async (tx: Tx, shipmentIds: readonly string[]): Promise<void> => {
  const labels = tx.db.updateTable('shipment_label').where('shipment_id', 'in', shipmentIds)
  const now = tx.now.toString()
  await tx.defer(
    labels
      .set({ state: 'void-wanted', next_ask_at: sql`greatest(next_ask_at, ${now}::timestamptz)` })
      .where('state', '=', 'wanted'),
  )
  await tx.defer(
    labels.set({ state: 'void-wanted', next_ask_at: now, requests: 0 }).where('state', '=', 'bought'),
  )
  await tx.defer(labels.set({ state: 'voided', reason: null }).where('state', '=', 'refused'))
}
