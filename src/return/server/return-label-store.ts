import { sql } from 'kysely'
import type { Expression, Kysely, Selectable } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'
import { instantOrNull } from '#shared/dates.ts'
import { ReturnTravel } from '../rules/return-policy.ts'

const State = z.enum(['wanted', 'refused', 'bought', 'void-wanted', 'voided', 'used'])

type ReturnLabelState = z.output<typeof State>

/** The prepaid label of a return, or the wish for one. */
export interface ReturnLabel {
  readonly returnId: string
  readonly orderId: string
  readonly carrier: string
  /** `used`: it was to be voided, and the carrier has its package. */
  readonly state: ReturnLabelState
  /** How the carrier names it; null until it is bought. */
  readonly carrierLabel: string | null
  readonly tracking: string | null
  readonly trackingUrl: string | null
  /** Why the carrier refused it, as a sentence. */
  readonly reason: string | null
  /** Where its package is; null before the carrier has it. */
  readonly travel: ReturnTravel | null
  /** How often the carrier was asked for what it does next. */
  readonly requests: number
}

const labelFrom = (row: Selectable<Database['return_label']>): ReturnLabel => ({
  returnId: row.return_id,
  orderId: row.order_id,
  carrier: row.carrier,
  state: State.parse(row.state),
  carrierLabel: row.carrier_label,
  tracking: row.tracking,
  trackingUrl: row.tracking_url,
  reason: row.reason,
  travel: ReturnTravel.nullable().parse(row.travel),
  requests: row.requests,
})

type Db = Kysely<Database>

/** The labels of returns, by the id of their return. */
export const selectReturnLabels = async (
  db: Db,
  returnIds: readonly string[],
): Promise<ReadonlyMap<string, ReturnLabel>> => {
  if (returnIds.length === 0) return new Map()
  const rows = await db.selectFrom('return_label').selectAll().where('return_id', 'in', returnIds).execute()
  return new Map(rows.map((row) => [row.return_id, labelFrom(row)]))
}

/** The labels of a tracking number. */
export const selectTracked = async (
  db: Db,
  carrier: string,
  tracking: string,
): Promise<readonly ReturnLabel[]> => {
  const query = db.selectFrom('return_label').selectAll().where('carrier', '=', carrier)
  return (await query.where('tracking', '=', tracking).orderBy('return_id').execute()).map(labelFrom)
}

/** Returns whose carrier has their package; as a part of other statements. */
export const returnsUnderWay = (db: Db) =>
  db.selectFrom('return_label').select('return_id').where('travel', 'is not', null)

/** When the carrier is asked next; null when nothing is wanted of it. */
export const selectNextReturnAskAt = async (db: Db): Promise<Temporal.Instant | null> => {
  const waiting = db.selectFrom('return_label').where('next_ask_at', 'is not', null)
  const { at } = await waiting.select(({ fn }) => fn.min('next_ask_at').as('at')).executeTakeFirstOrThrow()
  return instantOrNull(at)
}

/** Whether the carrier is to be asked now. */
export const hasDueToAsk = (db: Db, now: Temporal.Instant): Expression<boolean> =>
  sql<boolean>`exists (select from return_label where next_ask_at <= ${now.toString()})`

/** Writes down that a return needs a label; the caller holds the lock of its order. */
export const insertReturnLabel = (
  tx: Tx,
  { returnId, orderId, carrier }: Pick<ReturnLabel, 'returnId' | 'orderId' | 'carrier'>,
): Promise<void> =>
  tx.defer(
    tx.db.insertInto('return_label').values({
      return_id: returnId,
      order_id: orderId,
      carrier,
      state: 'wanted',
      next_ask_at: tx.now.toString(),
      created_at: tx.now.toString(),
    }),
  )

/** Takes up to `limit` labels in a state for which the carrier is to be asked now. Workers side by side take different ones. */
export const claimReturnLabels = async (
  tx: Tx,
  state: 'wanted' | 'void-wanted',
  limit: number,
): Promise<readonly ReturnLabel[]> => {
  const due = await tx.db
    .selectFrom('return_label')
    .selectAll()
    .where('state', '=', state)
    .where('next_ask_at', '<=', tx.now.toString())
    .orderBy('next_ask_at')
    .orderBy('return_id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return due.map(labelFrom)
}

interface LabelChange {
  readonly state?: ReturnLabelState
  readonly bought?: {
    readonly carrierLabel: string
    readonly tracking: string
    readonly trackingUrl: string
  }
  readonly reason?: string
  readonly nextAskAt: Temporal.Instant | null
  readonly requests?: number
}

/** Changes a label if it is still in the state `from`; returns whether it was. */
export const updateReturnLabel = async (
  tx: Tx,
  returnId: string,
  from: ReturnLabelState,
  { state = from, bought, reason, nextAskAt, requests }: LabelChange,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx.db
    .updateTable('return_label')
    .set({
      state,
      next_ask_at: nextAskAt?.toString() ?? null,
      ...(requests === undefined ? {} : { requests }),
      ...(reason === undefined ? {} : { reason }),
      ...(bought === undefined
        ? {}
        : {
            carrier_label: bought.carrierLabel,
            tracking: bought.tracking,
            tracking_url: bought.trackingUrl,
          }),
    })
    .where('return_id', '=', returnId)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Where the package of a label is now. */
export const updateTravel = (
  tx: Tx,
  returnId: string,
  travel: ReturnTravel,
  at: Temporal.Instant,
): Promise<void> =>
  tx.defer(
    tx.db
      .updateTable('return_label')
      .set({ travel, travel_at: at.toString() })
      .where('return_id', '=', returnId),
  )

/**
 * The label of a return is not used: the carrier is asked to void what it may have sold. A request for a wanted label that is
 * under way ends before the time at which it is repeated; the void is asked for then, and not before.
 */
export const wantReturnVoid = async (
  tx: Tx,
  returnId: string,
  states: readonly ('wanted' | 'bought')[],
): Promise<void> => {
  const now = tx.now.toString()
  await tx.defer(
    tx.db
      .updateTable('return_label')
      .set({
        state: 'void-wanted',
        next_ask_at: sql`greatest(next_ask_at, ${now}::timestamptz)`,
        requests: sql`case when state = 'bought' then 0 else requests end`,
      })
      .where('return_id', '=', returnId)
      .where('state', 'in', states),
  )
}
