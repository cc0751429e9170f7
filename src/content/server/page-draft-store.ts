import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { DraftParts } from '../rules/page-draft.ts'

type Db = Kysely<Database>

/** What is edited of a page. */
export interface PageDraft {
  readonly slug: string
  /** The version that it was made of; 0 for the file of a release, or for a new page. */
  readonly baseVersion: number
  readonly revision: number
  readonly parts: DraftParts
  readonly updatedAt: Temporal.Instant
  readonly updatedBy: string
}

const drafts = (db: Db) => db.selectFrom('page_draft').selectAll()

type Row = Awaited<ReturnType<ReturnType<typeof drafts>['execute']>>[number]

const draftFrom = (row: Row): PageDraft => ({
  slug: row.slug,
  baseVersion: row.base_version,
  revision: row.revision,
  parts: DraftParts.parse(row.parts),
  updatedAt: Temporal.Instant.from(row.updated_at),
  updatedBy: row.updated_by,
})

export const selectDraft = async (db: Db, slug: string): Promise<PageDraft | null> => {
  const row = await drafts(db).where('slug', '=', slug).executeTakeFirst()
  return row ? draftFrom(row) : null
}

/** Of every page that has one. */
export const selectDrafts = async (db: Db): Promise<readonly PageDraft[]> =>
  (await drafts(db).orderBy('slug').execute()).map(draftFrom)

/** A draft, locked: of two people who change it the second one sees what the first has done. */
export const lockDraft = async ({ db }: Tx, slug: string): Promise<PageDraft | null> => {
  const row = await drafts(db).where('slug', '=', slug).forUpdate().executeTakeFirst()
  return row ? draftFrom(row) : null
}

type NewDraft = Pick<PageDraft, 'slug' | 'baseVersion' | 'parts'> & { readonly by: string }

/** Begins a draft; false when somebody has begun one meanwhile. */
export const insertDraft = async (tx: Tx, { slug, baseVersion, parts, by }: NewDraft): Promise<boolean> => {
  const row = await tx.db
    .insertInto('page_draft')
    .values({
      slug,
      base_version: baseVersion,
      revision: 1,
      parts: JSON.stringify(parts),
      updated_at: tx.now.toString(),
      updated_by: by,
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('slug')
    .executeTakeFirst()
  return row !== undefined
}

/** Writes a changed draft. Needs `lockDraft`. */
export const updateDraft = async (
  tx: Tx,
  slug: string,
  { parts, revision, by }: Pick<PageDraft, 'parts' | 'revision'> & { readonly by: string },
): Promise<void> => {
  await tx.db
    .updateTable('page_draft')
    .set({ parts: JSON.stringify(parts), revision, updated_at: tx.now.toString(), updated_by: by })
    .where('slug', '=', slug)
    .execute()
}

/**
 * Drops a draft that was published as it is. One that somebody went on with is a draft of the new version: it has what was published
 * in it.
 */
export const settleDraft = async (
  tx: Tx,
  slug: string,
  published: { readonly revision: number; readonly base: number; readonly version: number },
): Promise<void> => {
  const { revision, base, version } = published
  await tx.db
    .deleteFrom('page_draft')
    .where('slug', '=', slug)
    .where('revision', '=', revision)
    .where('base_version', '=', base)
    .execute()
  await tx.db
    .updateTable('page_draft')
    .set({ base_version: version })
    .where('slug', '=', slug)
    .where('base_version', '=', base)
    .where('revision', '>', revision)
    .execute()
}

/** Makes a draft one of another version, as it is. Needs `lockDraft`. */
export const updateBase = async (tx: Tx, slug: string, version: number): Promise<void> => {
  await tx.db.updateTable('page_draft').set({ base_version: version }).where('slug', '=', slug).execute()
}

export const deleteDraft = async (tx: Tx, slug: string): Promise<void> => {
  await tx.db.deleteFrom('page_draft').where('slug', '=', slug).execute()
}
