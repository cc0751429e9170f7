import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { CatalogueDocument } from '../rules/catalogue-document.ts'
import type { CataloguePlan, Plan } from '../rules/plan.ts'
import { catalogueFrom, rowFrom } from './plan-rows.ts'
import type { StoredCatalogue } from './plan-rows.ts'

export type { StoredCatalogue } from './plan-rows.ts'
export type Db = Kysely<Database>

/** In one statement, so that nobody sees half of a version; plans in the catalogue's order. */
export const selectCatalogue = async (db: Db): Promise<StoredCatalogue> => {
  const { rows } = await sql`
    select
      (select coalesce(jsonb_agg(to_jsonb(plan) order by sort, code), '[]') from plan) as plans,
      (select coalesce(jsonb_agg(to_jsonb(plan_price)), '[]') from plan_price) as prices,
      (select coalesce(jsonb_agg(document order by code), '[]') from (
        select distinct on (code) code, document from catalogue_entry order by code, version desc) as latest) as documents,
      (select coalesce(max(number), 0) from catalogue_version) as version`.execute(db)
  return catalogueFrom(rows[0])
}

/** The stock of each plan, and how much one of it takes. */
export const selectStockUse = async (
  db: Db,
  codes: readonly string[],
): Promise<{ readonly code: string; readonly product: string; readonly quantity: number }[]> =>
  codes.length === 0
    ? []
    : db
        .selectFrom('plan')
        .select(['code', 'stock_product as product', 'stock_quantity as quantity'])
        .where('code', 'in', codes)
        .execute()

/** The plans that are bought for somebody else. */
export const selectGiftCodes = async (db: Db): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('plan')
    .select('code')
    .where(sql<boolean>`rules @> '{"isGift": true}'`)
    .execute()
  return new Set(rows.map(({ code }) => code))
}

const writePlanRows = async (tx: Tx, plans: readonly Plan[]): Promise<void> => {
  await tx.db
    .insertInto('plan')
    .values(plans.map(rowFrom))
    .onConflict((conflict) =>
      conflict.column('code').doUpdateSet((row) => ({
        name: row.ref('excluded.name'),
        price_cents: row.ref('excluded.price_cents'),
        max_quantity: row.ref('excluded.max_quantity'),
        interval_months: row.ref('excluded.interval_months'),
        is_srp: row.ref('excluded.is_srp'),
        renews_as: row.ref('excluded.renews_as'),
        auto_coupon_code: row.ref('excluded.auto_coupon_code'),
        supply_days: row.ref('excluded.supply_days'),
        capsules: row.ref('excluded.capsules'),
        stock_product: row.ref('excluded.stock_product'),
        stock_quantity: row.ref('excluded.stock_quantity'),
        preorder_note: row.ref('excluded.preorder_note'),
        sold_alone: row.ref('excluded.sold_alone'),
        refused_countries: row.ref('excluded.refused_countries'),
        image: row.ref('excluded.image'),
        sort: row.ref('excluded.sort'),
        rules: row.ref('excluded.rules'),
        about: row.ref('excluded.about'),
      })),
    )
    .execute()
}

/** Writes plans with their prices as they are now. A plan may name another of the list as its renewal. */
export const writePlans = async (tx: Tx, plans: readonly CataloguePlan[]): Promise<void> => {
  if (plans.length === 0) return
  await writePlanRows(
    tx,
    plans.map(({ plan }) => plan),
  )
  const prices = plans.flatMap(({ plan, prices: others }) =>
    [...others].map(([currency, cents]) => ({ plan_code: plan.code, currency, price_cents: cents })),
  )
  if (prices.length === 0) return
  await tx.db
    .insertInto('plan_price')
    .values(prices)
    .onConflict((conflict) =>
      conflict
        .columns(['plan_code', 'currency'])
        .doUpdateSet((row) => ({ price_cents: row.ref('excluded.price_cents') })),
    )
    .execute()
}

/**
 * Locks a plan to schedule or undo its price increases, so that they are numbered in the order in which they are
 * visible. Purchases do not wait for it. False for an unknown plan.
 */
export const lockPlanRow = async ({ db }: Tx, code: string): Promise<boolean> => {
  const row = await db
    .selectFrom('plan')
    .select('code')
    .where('code', '=', code)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Publications wait for one another; readers and buyers do not wait. */
export const lockVersions = async ({ db }: Tx): Promise<void> => {
  await sql`lock table catalogue_version in share row exclusive mode`.execute(db)
}

/** What a version of the catalogue came from. */
export type VersionKind = 'files' | 'found' | 'price' | 'import' | 'restore' | 'desk'

interface NewVersion {
  readonly number: number
  readonly kind: VersionKind
  readonly note: string
  readonly documents: readonly CatalogueDocument[]
  /** Of the person at the desk who published it. */
  readonly staffId: string | null
}

/** Writes a version with the entries that it changes. Needs `lockVersions`. */
export const insertVersion = async (
  tx: Tx,
  { number, kind, note, documents, staffId }: NewVersion,
): Promise<void> => {
  await tx.db
    .insertInto('catalogue_version')
    .values({ number, kind, note, published_at: tx.now.toString(), staff_id: staffId })
    .execute()
  await tx.db
    .insertInto('catalogue_entry')
    .values(
      documents.map((document) => ({
        code: document.sku,
        version: number,
        document: JSON.stringify(document),
      })),
    )
    .execute()
}

/** What each code said when a version was published; empty when there is no such version. */
export const selectDocumentsOf = async (db: Db, version: number): Promise<readonly CatalogueDocument[]> => {
  const rows = await db
    .selectFrom('catalogue_entry')
    .select('document')
    .distinctOn('code')
    .where('version', '<=', version)
    .where((where) =>
      where.exists(where.selectFrom('catalogue_version').select('number').where('number', '=', version)),
    )
    .orderBy('code')
    .orderBy('version', 'desc')
    .execute()
  return rows.map(({ document }) => CatalogueDocument.parse(document))
}

/** A version as lists show it. */
export interface VersionRow {
  readonly number: number
  readonly kind: string
  readonly note: string
  readonly publishedAt: Temporal.Instant
  readonly codes: readonly string[]
}

/** The latest versions, newest first. */
export const selectVersions = async (db: Db, limit: number): Promise<VersionRow[]> => {
  const rows = await db
    .selectFrom('catalogue_version as version')
    .innerJoin('catalogue_entry as entry', 'entry.version', 'version.number')
    .select(['version.number', 'version.kind', 'version.note', 'version.published_at'])
    .select(({ fn }) => fn.agg<string[]>('array_agg', ['entry.code']).as('codes'))
    .groupBy('version.number')
    .orderBy('version.number', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ number, kind, note, published_at: at, codes }) => ({
    number,
    kind,
    note,
    publishedAt: Temporal.Instant.from(at),
    codes: codes.toSorted(),
  }))
}

/** Everything that a code ever said, oldest first. */
export const selectDocuments = async (db: Db): Promise<readonly CatalogueDocument[]> => {
  const rows = await db.selectFrom('catalogue_entry').select('document').orderBy('version').execute()
  return rows.map(({ document }) => CatalogueDocument.parse(document))
}

/** A version as it concerns one entry. */
export interface EntryVersion {
  readonly code: string
  readonly number: number
  readonly kind: string
  readonly note: string
  readonly publishedAt: Temporal.Instant
  readonly staffId: string | null
  readonly document: CatalogueDocument
}

const entryVersions = (db: Db) =>
  db
    .selectFrom('catalogue_entry as entry')
    .innerJoin('catalogue_version as version', 'version.number', 'entry.version')
    .select(['entry.code', 'version.number', 'version.kind', 'version.note'])
    .select(['version.published_at', 'version.staff_id', 'entry.document'])

type EntryVersionRow = Awaited<ReturnType<ReturnType<typeof entryVersions>['execute']>>[number]

const entryVersionFrom = ({
  published_at: at,
  staff_id: staffId,
  ...row
}: EntryVersionRow): EntryVersion => ({
  ...row,
  publishedAt: Temporal.Instant.from(at),
  staffId,
  document: CatalogueDocument.parse(row.document),
})

/** The latest version of each code. */
export const selectLatest = async (db: Db): Promise<EntryVersion[]> => {
  const rows = await entryVersions(db)
    .distinctOn('entry.code')
    .orderBy('entry.code')
    .orderBy('entry.version', 'desc')
    .execute()
  return rows.map(entryVersionFrom)
}

/** The latest versions of one code, newest first. */
export const selectHistory = async (db: Db, code: string, limit: number): Promise<EntryVersion[]> => {
  const rows = await entryVersions(db)
    .where('entry.code', '=', code)
    .orderBy('entry.version', 'desc')
    .limit(limit)
    .execute()
  return rows.map(entryVersionFrom)
}
