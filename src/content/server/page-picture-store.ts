import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'

type Db = Kysely<Database>

/** A picture that was uploaded. */
export interface PagePicture {
  readonly name: string
  readonly alt: string
  /** Of all its files. */
  readonly bytes: number
  readonly uploadedAt: Temporal.Instant
  readonly uploadedBy: string
}

/** The newest ones first. */
export const selectPictures = async (db: Db, limit: number): Promise<readonly PagePicture[]> => {
  const rows = await db
    .selectFrom('page_picture')
    .selectAll()
    .orderBy('uploaded_at', 'desc')
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    name: row.name,
    alt: row.alt,
    bytes: row.bytes,
    uploadedAt: Temporal.Instant.from(row.uploaded_at),
    uploadedBy: row.uploaded_by,
  }))
}

/** Those of these names that were uploaded. */
export const selectPictureNames = async (db: Db, names: readonly string[]): Promise<ReadonlySet<string>> => {
  if (names.length === 0) return new Set()
  const rows = await db.selectFrom('page_picture').select('name').where('name', 'in', names).execute()
  return new Set(rows.map(({ name }) => name))
}

/** Those of these names, which say no focus, of which a picture was uploaded with any focus. */
export const selectUploadedParts = async (db: Db, names: readonly string[]): Promise<ReadonlySet<string>> => {
  if (names.length === 0) return new Set()
  const part = sql<string>`regexp_replace(name, '-f[0-9]+x[0-9]+$', '')`
  const rows = await db.selectFrom('page_picture').select(part.as('part')).where(part, 'in', names).execute()
  return new Set(rows.map((row) => row.part))
}

/** Notes a picture whose files are stored; false for one that is there already. */
export const insertPicture = async (tx: Tx, one: Omit<PagePicture, 'uploadedAt'>): Promise<boolean> => {
  const row = await tx.db
    .insertInto('page_picture')
    .values({
      name: one.name,
      alt: one.alt,
      bytes: one.bytes,
      uploaded_at: tx.now.toString(),
      uploaded_by: one.uploadedBy,
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  return row !== undefined
}
