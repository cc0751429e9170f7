import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { isDocument } from '../rules/page-set.ts'
import type { PageDocument } from '../rules/page-set.ts'

type Db = Kysely<Database>

/** What a version came from: the file of a release, the desk, or an import. */
export type VersionKind = 'file' | 'desk' | 'import'

/** A version of a page. */
export interface PageVersion {
  readonly slug: string
  readonly number: number
  readonly kind: string
  readonly note: string
  readonly document: PageDocument
  readonly publishedAt: Temporal.Instant
  /** Of the people at the desk who published it and who approved its claims. */
  readonly staffId: string | null
  readonly approvedBy: string | null
}

type NewVersion = Omit<PageVersion, 'publishedAt' | 'kind'> & { readonly kind: VersionKind }

const versions = (db: Db) => db.selectFrom('page_version').selectAll()

type Row = Awaited<ReturnType<ReturnType<typeof versions>['execute']>>[number]

/** A stored document is one: only documents are written. */
export const documentFrom = (value: unknown): PageDocument => (isDocument(value) ? value : {})

const versionFrom = (row: Row): PageVersion => ({
  slug: row.slug,
  number: row.number,
  kind: row.kind,
  note: row.note,
  document: documentFrom(row.document),
  publishedAt: Temporal.Instant.from(row.published_at),
  staffId: row.staff_id,
  approvedBy: row.approved_by,
})

/** The latest version of each page that has one, by slug. */
export const selectLatestVersions = async (db: Db): Promise<readonly PageVersion[]> => {
  const rows = await versions(db).distinctOn('slug').orderBy('slug').orderBy('number', 'desc').execute()
  return rows.map(versionFrom)
}

/** The latest versions of a page, newest first. */
export const selectPageVersions = async (
  db: Db,
  slug: string,
  limit: number,
): Promise<readonly PageVersion[]> => {
  const rows = await versions(db).where('slug', '=', slug).orderBy('number', 'desc').limit(limit).execute()
  return rows.map(versionFrom)
}

/** One version of a page; null when there is none of this number. */
export const selectPageVersion = async (
  db: Db,
  slug: string,
  number: number,
): Promise<PageVersion | null> => {
  const row = await versions(db).where('slug', '=', slug).where('number', '=', number).executeTakeFirst()
  return row ? versionFrom(row) : null
}

/** The number of a page's latest version; 0 for one without. */
export const selectLatestNumber = async (db: Db, slug: string): Promise<number> => {
  const row = await db
    .selectFrom('page_version')
    .select(({ fn }) => fn.max('number').as('number'))
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row?.number ?? 0
}

/** Publications wait for one another, because pages are checked together; readers do not wait. */
export const lockPageVersions = async ({ db }: Tx): Promise<void> => {
  await sql`lock table page_version in share row exclusive mode`.execute(db)
}

/** Writes a version. Needs `lockPageVersions`. */
export const insertPageVersion = async (tx: Tx, one: NewVersion): Promise<void> => {
  await tx.db
    .insertInto('page_version')
    .values({
      slug: one.slug,
      number: one.number,
      kind: one.kind,
      note: one.note,
      document: JSON.stringify(one.document),
      published_at: tx.now.toString(),
      staff_id: one.staffId,
      approved_by: one.approvedBy,
    })
    .execute()
}
