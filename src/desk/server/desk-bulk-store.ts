import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { CurrencyCode } from '#shared/price-schema.ts'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { bulkActions } from '../rules/bulk-action.ts'
import type { BulkAction, BulkFacts } from '../rules/bulk-action.ts'
import { OrderCriteria } from '../rules/order-filter.ts'
import type { OrderFilter } from '../rules/order-filter.ts'

type Db = Kysely<Database>

// PostgreSQL does not say that the columns of a view are never null.
const BulkRow = z.object({
  id: z.string(),
  act: z.enum(bulkActions),
  filter: OrderCriteria.nullable(),
  reason: z.string(),
  staff_id: z.string(),
  staff_name: z.string(),
  prepared_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  stopped_at: z.string().nullable(),
  batch: z.number().nullable(),
  chosen: z.number(),
  done: z.number(),
  left_out: z.number(),
  failed: z.number(),
})

const Bulk = BulkRow.transform(({ act: action, ...row }) => ({ ...row, action }))

export type StoredBulk = z.output<typeof Bulk>

interface NewBulk {
  readonly requestId: string
  readonly action: BulkAction
  readonly filter: OrderFilter | null
  readonly staffId: string
  readonly orderIds: readonly string[]
}

/** Stores what was chosen; the same form again is the same action. */
export const insertBulk = async (tx: Tx, { requestId, action, filter, staffId, orderIds }: NewBulk) => {
  const row = await tx.db
    .insertInto('desk_bulk')
    .values({
      id: tx.ids.uuid(),
      request_id: requestId,
      act: action,
      filter: filter === null ? null : JSON.stringify(filter),
      staff_id: staffId,
      prepared_at: tx.now.toString(),
    })
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await sql`insert into desk_bulk_order (bulk_id, place, order_id)
    select ${row.id}, place, order_id
    from unnest(${[...orderIds]}::uuid[]) with ordinality as chosen (order_id, place)`.execute(tx.db)
  return row.id
}

/** What a form has chosen before, if it is of the same person. */
export const selectBulkOfRequest = async (
  db: Db,
  requestId: string,
  staffId: string,
): Promise<string | null> => {
  const row = await db
    .selectFrom('desk_bulk')
    .select('id')
    .where('request_id', '=', requestId)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return row?.id ?? null
}

export const selectBulk = async (db: Db, id: string): Promise<StoredBulk | null> => {
  const row = await db.selectFrom('desk_bulk_summary').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? Bulk.parse(row) : null
}

/** The latest ones that were started, without those of a kind that only a newer release knows. */
export const selectBulks = async (db: Db, limit: number): Promise<readonly StoredBulk[]> => {
  const rows = await db
    .selectFrom('desk_bulk_summary')
    .selectAll()
    .where('started_at', 'is not', null)
    .where('act', 'in', [...bulkActions])
    .orderBy('prepared_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => Bulk.parse(row))
}

/** Locks an action, so that it is started or stopped once. The caller reads it again. */
export const lockBulk = async ({ db }: Pick<Tx, 'db'>, id: string): Promise<void> => {
  await db.selectFrom('desk_bulk').select('id').where('id', '=', id).forUpdate().execute()
}

const Line = z.object({
  order_id: z.string(),
  number: z.string(),
  currency: CurrencyCode,
  total_cents: z.number(),
  outcome: z.enum(['done', 'left-out', 'failed']).nullable(),
  why: z.string(),
})

export type BulkLine = z.output<typeof Line>

/** Its orders in the order in which they were chosen. */
export const selectBulkLines = async (db: Db, id: string): Promise<readonly BulkLine[]> => {
  const rows = await db
    .selectFrom('desk_bulk_line')
    .select(['order_id', 'number', 'currency', 'total_cents', 'outcome', 'why'])
    .where('bulk_id', '=', id)
    .orderBy('place')
    .execute()
  return rows.map((row) => Line.parse(row))
}

const Facts = z
  .object({
    order_id: z.string(),
    state: z.string(),
    holds: z.array(z.string()),
    has_open: z.boolean(),
    has_packed: z.boolean(),
    unbatched: z.array(z.string()),
    batch: z.number().nullable(),
  })
  .transform(({ order_id: orderId, state, holds, has_open, has_packed, unbatched, batch }) => ({
    orderId,
    isCanceled: state === 'canceled',
    holds,
    hasOpen: has_open,
    hasPacked: has_packed,
    unbatched,
    batch,
  }))

export type StoredFacts = Omit<BulkFacts, 'isListed'> & { readonly orderId: string }

/** What is known of orders now, by their ids; an id without an order is left out. */
export const selectBulkFacts = async (
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, StoredFacts>> => {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('desk_bulk_fact')
    .select(['order_id', 'state', 'holds', 'has_open', 'has_packed', 'unbatched', 'batch'])
    .where('order_id', 'in', orderIds)
    .execute()
  return new Map(rows.map((row) => Facts.parse(row)).map((facts) => [facts.orderId, facts]))
}

/** Starts one that was only shown, with what is left out of it from the start. The caller holds its lock. */
export const startBulk = async (
  tx: Tx,
  id: string,
  { reason, leftOut }: { readonly reason: string; readonly leftOut: ReadonlyMap<string, string> },
): Promise<void> => {
  await tx.db
    .updateTable('desk_bulk')
    .set({ started_at: tx.now.toString(), reason })
    .where('id', '=', id)
    .execute()
  await sql`update desk_bulk_order line set outcome = 'left-out', why = excluded.why
    from unnest(${[...leftOut.keys()]}::uuid[], ${[...leftOut.values()]}::text[]) as excluded (order_id, why)
    where line.bulk_id = ${id} and line.order_id = excluded.order_id`.execute(tx.db)
}

/** The next orders that wait for a result. */
export const selectWaiting = async (db: Db, id: string, limit: number): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('desk_bulk_order')
    .select('order_id')
    .where('bulk_id', '=', id)
    .where('outcome', 'is', null)
    .orderBy('place')
    .limit(limit)
    .execute()
  return rows.map(({ order_id: orderId }) => orderId)
}

/** Locks an order's line; false when it has a result already. The caller holds the lock of the order. */
export const lockWaiting = async (tx: Tx, id: string, orderId: string): Promise<boolean> => {
  const row = await tx.db
    .selectFrom('desk_bulk_order')
    .select('order_id')
    .where('bulk_id', '=', id)
    .where('order_id', '=', orderId)
    .where('outcome', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export interface BulkOutcome {
  readonly outcome: 'done' | 'left-out' | 'failed'
  readonly why: string
}

/** Writes what became of an order, unless it has a result already. */
export const updateOutcome = (
  tx: Tx,
  id: string,
  orderId: string,
  { outcome, why }: BulkOutcome,
): Promise<void> =>
  tx.defer(
    tx.db
      .updateTable('desk_bulk_order')
      .set({ outcome, why })
      .where('bulk_id', '=', id)
      .where('order_id', '=', orderId)
      .where('outcome', 'is', null),
  )

/** Ends one: what waits is left out. Returns how many were, and nothing for one that has ended. */
export const finishBulk = async (
  tx: Tx,
  id: string,
  { why, isStopped }: { readonly why: string; readonly isStopped: boolean },
): Promise<number | null> => {
  const now = tx.now.toString()
  const row = await tx.db
    .updateTable('desk_bulk')
    .set({ finished_at: now, ...(isStopped ? { stopped_at: now } : {}) })
    .where('id', '=', id)
    .where('started_at', 'is not', null)
    .where('finished_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  const { numUpdatedRows } = await tx.db
    .updateTable('desk_bulk_order')
    .set({ outcome: 'left-out', why })
    .where('bulk_id', '=', id)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes what was carried out, or never was; nothing that runs. Returns how many. */
export const deleteBulksBefore = async (tx: Tx, before: Temporal.Instant, limit: number): Promise<number> => {
  const old = tx.db
    .selectFrom('desk_bulk')
    .select('id')
    .where('prepared_at', '<', before.toString())
    .where((where) => where.or([where('finished_at', 'is not', null), where('started_at', 'is', null)]))
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await tx.db.deleteFrom('desk_bulk').where('id', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}

/**
 * A sentence for each action that has ended with orders that still wait, and for each order that was done before its action was
 * started.
 */
export const brokenBulks = async (db: Db): Promise<readonly string[]> => {
  const { rows } = await sql<{ readonly sentence: string }>`
    select 'bulk action ' || id || ': ' || chosen || ' orders, ' || done || ' done, ' || left_out
        || ' left out, ' || failed || ' failed' as sentence
      from desk_bulk_summary
      where (finished_at is not null and chosen <> done + left_out + failed)
        or (started_at is null and done + left_out + failed > 0)
  `.execute(db)
  return rows.map(({ sentence }) => sentence)
}
