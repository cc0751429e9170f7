import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'

type Db = Kysely<Database>

const Summary = z.object({
  number: z.number(),
  made_at: z.string(),
  closed_at: z.string().nullable(),
  made_by: z.string(),
  held_by: z.string(),
  holder: z.string(),
  shipments: z.number(),
  to_pack: z.number(),
  packed: z.number(),
})

export type BatchSummary = z.output<typeof Summary>

/** One more than a page of batches, the newest first. */
export const selectBatches = async (
  db: Db,
  { isOpen, before }: { readonly isOpen: boolean; readonly before: number | undefined },
  limit: number,
): Promise<readonly BatchSummary[]> => {
  let query = db
    .selectFrom('desk_batch_summary')
    .selectAll()
    .where('closed_at', isOpen ? 'is' : 'is not', null)
  if (before !== undefined) query = query.where('number', '<', before)
  const rows = await query
    .orderBy('number', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => Summary.parse(row))
}

export const selectBatch = async (db: Db, number: number): Promise<BatchSummary | null> => {
  const row = await db
    .selectFrom('desk_batch_summary')
    .selectAll()
    .where('number', '=', number)
    .executeTakeFirst()
  return row ? Summary.parse(row) : null
}

const Line = z.object({
  shipment_id: z.string(),
  order_id: z.string(),
  order_number: z.string(),
  state: z.string(),
  has_label: z.boolean(),
})

export type BatchLine = z.output<typeof Line>

/** The shipments of a batch as they are now, in the order in which they are packed. */
export const selectBatchLines = async (db: Db, batch: number): Promise<readonly BatchLine[]> => {
  const rows = await db
    .selectFrom('desk_batch_line')
    .select(['shipment_id', 'order_id', 'order_number', 'state', 'has_label'])
    .where('batch', '=', batch)
    .orderBy('place')
    .execute()
  return rows.map((row) => Line.parse(row))
}

const lockKey = 4_963_209_191

/** Nobody else makes a batch until the transaction ends: of two people at one moment the second one gets what is left. */
export const lockBatches = async ({ db }: Pick<Tx, 'db'>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(db)
}

/** The batch that a form has made before. */
export const selectBatchOfRequest = async (db: Db, requestId: string): Promise<number | null> => {
  const row = await db
    .selectFrom('desk_batch')
    .select('number')
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  return row?.number ?? null
}

/** Locks an open batch; null for one that is closed, or is not there. */
export const lockBatch = async (
  { db }: Pick<Tx, 'db'>,
  number: number,
): Promise<{ readonly holder: string } | null> => {
  const row = await db
    .selectFrom('desk_batch')
    .select('holder')
    .where('number', '=', number)
    .where('closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** What a closed batch still has: packed in it, and held and released since. */
const releaseFromClosed = async (tx: Tx, shipmentIds: readonly string[]): Promise<void> => {
  await tx.db
    .updateTable('desk_batch_shipment')
    .set({ released_at: tx.now.toString() })
    .where('shipment_id', 'in', shipmentIds)
    .where('released_at', 'is', null)
    .execute()
}

export const insertBatch = async (
  tx: Tx,
  made: { readonly requestId: string; readonly staffId: string; readonly shipments: readonly string[] },
): Promise<number> => {
  const { number } = await tx.db
    .insertInto('desk_batch')
    .values({
      request_id: made.requestId,
      made_by: made.staffId,
      holder: made.staffId,
      made_at: tx.now.toString(),
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  await releaseFromClosed(tx, made.shipments)
  await tx.db
    .insertInto('desk_batch_shipment')
    .values(made.shipments.map((id, place) => ({ batch: number, shipment_id: id, place })))
    .execute()
  return number
}

/** Puts more shipments behind those of an open batch, whose lock the caller holds. */
export const addToBatch = async (tx: Tx, batch: number, shipments: readonly string[]): Promise<void> => {
  await releaseFromClosed(tx, shipments)
  await sql`insert into desk_batch_shipment (batch, shipment_id, place)
    select ${batch}, shipment_id, place - 1 + (select count(*) from desk_batch_shipment where batch = ${batch})
    from unnest(${[...shipments]}::uuid[]) with ordinality as added (shipment_id, place)
    on conflict (batch, shipment_id) do update set released_at = null, place = excluded.place`.execute(tx.db)
}

export const updateHolder = (tx: Tx, number: number, staffId: string): Promise<void> =>
  tx.defer(tx.db.updateTable('desk_batch').set({ holder: staffId }).where('number', '=', number))

/** Returns these shipments of a batch to the list. */
export const releaseShipments = async (
  tx: Tx,
  batch: number,
  shipmentIds: readonly string[],
): Promise<void> => {
  if (shipmentIds.length > 0)
    await tx.defer(
      tx.db
        .updateTable('desk_batch_shipment')
        .set({ released_at: tx.now.toString() })
        .where('batch', '=', batch)
        .where('shipment_id', 'in', shipmentIds)
        .where('released_at', 'is', null),
    )
}

export const updateClosed = (tx: Tx, number: number): Promise<void> =>
  tx.defer(tx.db.updateTable('desk_batch').set({ closed_at: tx.now.toString() }).where('number', '=', number))

/** A sentence for each shipment that waits and is still in a closed batch, so that no other one takes it. */
export const shipmentsInClosedBatches = async (db: Db): Promise<readonly string[]> => {
  const { rows } = await sql<{ readonly sentence: string }>`
    select 'batch ' || batch.number || ' is closed, and order ' || line.order_number || ', which waits, is in no batch to come' as sentence
      from desk_batch_line line
        join desk_batch batch on batch.number = line.batch
        join desk_to_pack waiting on waiting.shipment_id = line.shipment_id
      where batch.closed_at is not null and line.state = 'pending' and waiting.batch = batch.number
  `.execute(db)
  return rows.map(({ sentence }) => sentence)
}
