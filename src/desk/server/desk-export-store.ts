import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#platform/app-deps.ts'
import type { Database } from '#platform/schema.ts'

type Db = Kysely<Database>

const Export = z.object({
  id: z.string(),
  staff_id: z.string(),
  query: z.string(),
  has_names: z.boolean(),
  requested_at: z.string(),
  place: z.string().nullable(),
  parts: z.number(),
  orders: z.number(),
  finished_at: z.string().nullable(),
  failure: z.string().nullable(),
  downloaded_at: z.string().nullable(),
})

export type StoredExport = z.output<typeof Export>

export interface NewExport {
  readonly requestId: string
  readonly staffId: string
  readonly query: string
  readonly hasNames: boolean
}

/** Its id; null when this request has one. */
export const insertExport = async (tx: Tx, requested: NewExport): Promise<string | null> => {
  const row = await tx.db
    .insertInto('desk_export')
    .values({
      id: tx.ids.uuid(),
      request_id: requested.requestId,
      staff_id: requested.staffId,
      query: requested.query,
      has_names: requested.hasNames,
      requested_at: tx.now.toString(),
    })
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** The person's file of a request. */
export const selectExportOfRequest = async (
  db: Db,
  requestId: string,
  staffId: string,
): Promise<string | null> => {
  const row = await db
    .selectFrom('desk_export')
    .select('id')
    .where('request_id', '=', requestId)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return row?.id ?? null
}

export const selectExport = async (db: Db, id: string): Promise<StoredExport | null> => {
  const row = await db.selectFrom('desk_export').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? Export.parse(row) : null
}

/** One of the person's own; null for one of somebody else. */
export const selectOwnExport = async (db: Db, id: string, staffId: string): Promise<StoredExport | null> => {
  const found = await selectExport(db, id)
  return found?.staff_id === staffId ? found : null
}

/** The person's own ones, the latest first. */
export const selectExportsOf = async (db: Db, staffId: string, limit: number): Promise<StoredExport[]> => {
  const rows = await db
    .selectFrom('desk_export')
    .selectAll()
    .where('staff_id', '=', staffId)
    .orderBy('requested_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => Export.parse(row))
}

/** Locks one that is being written; null when it has ended. */
export const lockRunningExport = async (tx: Tx, id: string): Promise<StoredExport | null> => {
  const row = await tx.db
    .selectFrom('desk_export')
    .selectAll()
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ? Export.parse(row) : null
}

export interface NewPart {
  readonly position: number
  readonly lines: string
  readonly orders: number
  /** Where the next part begins; null after the last one. */
  readonly place: string | null
}

/** Adds a part, and ends the file with the last one. The caller holds the lock. */
export const insertPart = async (
  tx: Tx,
  id: string,
  { position, lines, orders, place }: NewPart,
): Promise<void> => {
  await tx.db.insertInto('desk_export_part').values({ export_id: id, position, lines }).execute()
  await tx.db
    .updateTable('desk_export')
    .set(({ eb }) => ({
      parts: position + 1,
      orders: eb('orders', '+', orders),
      place,
      finished_at: place === null ? tx.now.toString() : null,
    }))
    .where('id', '=', id)
    .execute()
}

/** Ends one without a file: what was written of it is deleted. */
export const failExport = async (tx: Tx, id: string, failure: string): Promise<void> => {
  const { numUpdatedRows } = await tx.db
    .updateTable('desk_export')
    .set({ failure, finished_at: tx.now.toString() })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0) await tx.db.deleteFrom('desk_export_part').where('export_id', '=', id).execute()
}

export const selectPart = async (db: Db, id: string, position: number): Promise<string | null> => {
  const row = await db
    .selectFrom('desk_export_part')
    .select('lines')
    .where('export_id', '=', id)
    .where('position', '=', position)
    .executeTakeFirst()
  return row?.lines ?? null
}

/** Remembers the first download. */
export const markDownloaded = async (tx: Tx, id: string): Promise<void> => {
  await tx.db
    .updateTable('desk_export')
    .set({ downloaded_at: tx.now.toString() })
    .where('id', '=', id)
    .where('downloaded_at', 'is', null)
    .execute()
}

/** Deletes some whose links do not work any more, and some that nobody has finished for so long. */
export const deleteExportsBefore = async (
  tx: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const old = tx.db
    .selectFrom('desk_export')
    .select('id')
    .where('requested_at', '<', before.toString())
    .where((where) =>
      where.or([where('finished_at', 'is', null), where('finished_at', '<', before.toString())]),
    )
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await tx.db.deleteFrom('desk_export').where('id', 'in', old).executeTakeFirst()
  return Number(numDeletedRows)
}
