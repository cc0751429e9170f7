import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'

type Db = Kysely<Database>

export type DocumentKind = 'flag' | 'experiment'

/** Where a version comes from: the shop's files, an import, the desk by one person or two, or a guardrail. */
export type VersionKind = 'files' | 'import' | 'desk' | 'approved' | 'guardrail'

/** What a version says of a flag or an experiment; nobody has looked yet whether it can be read. */
export interface StoredDocument {
  readonly kind: DocumentKind
  readonly name: string
  readonly version: number
  readonly document: unknown
}

/** Publications wait for one another; who reads does not wait. */
export const lockFlagVersions = async (tx: Tx): Promise<void> => {
  await sql`lock table flag_version in exclusive mode`.execute(tx.db)
}

const Kind = z.enum(['flag', 'experiment'])

/** The latest document of each name. */
export const selectDocuments = async (db: Db): Promise<readonly StoredDocument[]> => {
  const rows = await db
    .selectFrom('flag_document')
    .select(['kind', 'name', 'version', 'document'])
    .distinctOn(['kind', 'name'])
    .orderBy('kind')
    .orderBy('name')
    .orderBy('version', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, kind: Kind.parse(row.kind) }))
}

export const selectLatestVersion = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('flag_version')
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirst()
  return row?.number ?? 0
}

interface NewVersion {
  readonly number: number
  readonly kind: VersionKind
  readonly staffId: string | null
  readonly documents: readonly Omit<StoredDocument, 'version'>[]
}

/** Writes a version with the documents that it changes. Needs `lockFlagVersions`. */
export const insertFlagVersion = async (
  tx: Tx,
  { number, kind, staffId, documents }: NewVersion,
): Promise<void> => {
  await tx.db
    .insertInto('flag_version')
    .values({ number, kind, made_at: tx.now.toString(), staff_id: staffId })
    .execute()
  await tx.db
    .insertInto('flag_document')
    .values(
      documents.map((one) => ({
        kind: one.kind,
        name: one.name,
        version: number,
        document: JSON.stringify(one.document),
      })),
    )
    .execute()
}

/** A version as it concerns one name. */
export interface DocumentVersion {
  readonly number: number
  readonly kind: VersionKind
  readonly madeAt: Temporal.Instant
  readonly staffId: string | null
  readonly document: unknown
}

const VersionKindName = z.enum(['files', 'import', 'desk', 'approved', 'guardrail'])

/** The latest versions of one name, newest first. */
export const selectHistory = async (
  db: Db,
  kind: DocumentKind,
  name: string,
  limit: number,
): Promise<readonly DocumentVersion[]> => {
  const rows = await db
    .selectFrom('flag_document as document')
    .innerJoin('flag_version as version', 'version.number', 'document.version')
    .select(['version.number', 'version.kind', 'version.made_at', 'version.staff_id', 'document.document'])
    .where('document.kind', '=', kind)
    .where('document.name', '=', name)
    .orderBy('version.number', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    number: row.number,
    kind: VersionKindName.parse(row.kind),
    madeAt: Temporal.Instant.from(row.made_at),
    staffId: row.staff_id,
    document: row.document,
  }))
}
