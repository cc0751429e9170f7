import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { FileRow } from '#shipment/server/shipment-files.ts'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'

type Db = Kysely<Database>

const Row = z.object({
  number: z.number(),
  row: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('shipment'),
      shipment: z.object({
        order: z.string(),
        carrier: z.string(),
        service: z.string().nullable(),
        tracking: z.string(),
        lines: z.array(z.object({ sku: z.string(), quantity: z.number() })).nullable(),
        weightGrams: z.number().nullable(),
      }),
    }),
    z.object({ kind: z.literal('empty') }),
    z.object({ kind: z.literal('wrong'), problem: z.string() }),
  ]),
})

const Import = z.object({
  id: z.string(),
  staff_id: z.string(),
  file_name: z.string(),
  rows: z.array(Row),
  uploaded_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  done: z.number(),
  shipped: z.number(),
  repeated: z.number(),
  empty: z.number(),
  problems: z.array(z.object({ row: z.number(), problem: z.string() })),
})

export type TrackingImport = z.output<typeof Import>

export const insertImport = async (
  tx: Tx,
  file: { readonly staffId: string; readonly fileName: string; readonly rows: readonly FileRow[] },
): Promise<string> => {
  const id = tx.ids.uuid()
  await tx.db
    .insertInto('desk_tracking_import')
    .values({
      id,
      staff_id: file.staffId,
      file_name: file.fileName,
      rows: JSON.stringify(file.rows),
      uploaded_at: tx.now.toString(),
    })
    .execute()
  return id
}

export const selectImport = async (db: Db, id: string): Promise<TrackingImport | null> => {
  const row = await db.selectFrom('desk_tracking_import').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? Import.parse(row) : null
}

/** A running import as its job needs it: how far it is, and its next rows. */
const ImportStep = Import.pick({
  id: true,
  staff_id: true,
  done: true,
  shipped: true,
  repeated: true,
  empty: true,
}).extend({
  row_count: z.number(),
  next: z.array(Row),
})

/** With at most `limit` rows; null for an import that is unknown, was only read, or is finished. */
export const selectNextRows = async (
  db: Db,
  id: string,
  limit: number,
): Promise<z.output<typeof ImportStep> | null> => {
  const row = await db
    .selectFrom('desk_tracking_import')
    .select(['id', 'staff_id', 'done', 'shipped', 'repeated', 'empty'])
    .select([
      sql<number>`jsonb_array_length(rows)`.as('row_count'),
      sql`jsonb_path_query_array(rows, '$[$from to $until]',
        jsonb_build_object('from', done, 'until', done + ${limit}::int - 1))`.as('next'),
    ])
    .where('id', '=', id)
    .where('started_at', 'is not', null)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  return row ? ImportStep.parse(row) : null
}

/** Starts one that was only read; false when it was started before. */
export const startImport = async (tx: Tx, id: string): Promise<boolean> => {
  const row = await tx.db
    .updateTable('desk_tracking_import')
    .set({ started_at: tx.now.toString() })
    .where('id', '=', id)
    .where('started_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type ImportProgress = Pick<TrackingImport, 'done' | 'shipped' | 'repeated' | 'empty'>

/** Writes how far it is, with the problems since then, if nobody else has got as far. */
export const updateProgress = async (
  tx: Tx,
  { id, done: before }: Pick<TrackingImport, 'id' | 'done'>,
  { problems, ...progress }: ImportProgress & Pick<TrackingImport, 'problems'>,
  isFinished: boolean,
): Promise<boolean> => {
  const row = await tx.db
    .updateTable('desk_tracking_import')
    .set({
      ...progress,
      ...(problems.length === 0 ? {} : { problems: sql`problems || ${JSON.stringify(problems)}::jsonb` }),
      ...(isFinished ? { finished_at: tx.now.toString() } : {}),
    })
    .where('id', '=', id)
    .where('done', '=', before)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const Shippable = z.object({
  number: z.string(),
  account_id: z.string(),
  state: z.enum(['placed', 'shipped', 'canceled']),
  is_held: z.boolean(),
  has_waiting: z.boolean(),
  tracked: z.array(z.tuple([z.string().nullable(), z.string()])),
})

/** What is known of orders by their numbers. */
export const selectShippable = async (db: Db, numbers: readonly string[]) => {
  if (numbers.length === 0) return []
  const rows = await db.selectFrom('desk_shippable').selectAll().where('number', 'in', numbers).execute()
  return rows.map((row) => Shippable.parse(row))
}

/** The numbers of orders by their ids. */
export const selectOrderNumbers = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('desk_shippable')
    .select(['order_id', 'number'])
    .where('order_id', 'in', ids)
    .execute()
  return new Map(
    rows.flatMap(({ order_id: id, number }) =>
      id === null || number === null ? [] : [[id, number] as const],
    ),
  )
}

/** Deletes files that were carried out, or never were; none that runs. Returns how many. */
export const deleteImportsBefore = async (
  tx: Tx,
  before: Temporal.Instant,
  limit: number,
): Promise<number> => {
  const old = tx.db
    .selectFrom('desk_tracking_import')
    .select('id')
    .where('uploaded_at', '<', before.toString())
    .where((where) => where.or([where('finished_at', 'is not', null), where('started_at', 'is', null)]))
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const { numDeletedRows } = await tx.db
    .deleteFrom('desk_tracking_import')
    .where('id', 'in', old)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** A sentence for each file whose rows do not add up. */
export const brokenTrackingFiles = async (db: Db): Promise<readonly string[]> => {
  const { rows } = await sql<{ readonly sentence: string }>`
    select 'file ' || id || ' has ' || jsonb_array_length(rows) || ' rows, and ' || done || ' are done: '
        || shipped || ' shipped, ' || repeated || ' repeated, ' || empty || ' empty, '
        || jsonb_array_length(problems) || ' with problems' as sentence
      from desk_tracking_import
      where done <> shipped + repeated + empty + jsonb_array_length(problems)
        or done > jsonb_array_length(rows) or (finished_at is not null and done <> jsonb_array_length(rows))
  `.execute(db)
  return rows.map(({ sentence }) => sentence)
}
