import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import { CatalogueDocument } from '../rules/catalogue-document.ts'
import type { CataloguePlan, Plan } from '../rules/plan.ts'
import { productNames, productOf } from '../rules/product.ts'
import { z } from 'zod'
import { currencyOf } from '#shared/currency-codes.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'

export type Db = Kysely<Database>

const PlanRow = z.object({
  code: z.string(),
  id: z.string(),
  name: z.string(),
  price_cents: z.int(),
  currency: z.literal(defaultCurrency),
  max_quantity: z.int(),
  interval_months: z.int().nullable(),
  is_srp: z.boolean(),
  renews_as: z.string().nullable(),
  auto_coupon_code: z.string().nullable(),
  supply_days: z.int(),
  capsules: z.int(),
  stock_product: z.string(),
  stock_quantity: z.int(),
  preorder_note: z.string().nullable(),
  sold_alone: z.boolean(),
  refused_countries: z.array(z.string()),
  image: z.string(),
  sort: z.int(),
})

const planFrom = (row: z.output<typeof PlanRow>): Plan => {
  const productId = productOf(row.code)
  if (productId === null) throw new Error(`plan ${row.code} is not one this shop can sell`)
  return {
    code: row.code,
    id: row.id,
    productId,
    productName: productNames[productId],
    name: row.name,
    priceCents: row.price_cents,
    currency: defaultCurrency,
    maxQuantity: row.max_quantity,
    intervalMonths: row.interval_months,
    isSrp: row.is_srp,
    renewsAs: row.renews_as,
    autoCouponCode: row.auto_coupon_code,
    supplyDays: row.supply_days,
    capsules: row.capsules,
    stockProduct: row.stock_product,
    stockQuantity: row.stock_quantity,
    preorderNote: row.preorder_note,
    soldAlone: row.sold_alone,
    refusedCountries: row.refused_countries,
    image: row.image,
    sort: row.sort,
  }
}

const rowFrom = (plan: Plan) => ({
  code: plan.code,
  id: plan.id,
  name: plan.name,
  price_cents: plan.priceCents,
  currency: plan.currency,
  max_quantity: plan.maxQuantity,
  interval_months: plan.intervalMonths,
  is_srp: plan.isSrp,
  renews_as: plan.renewsAs,
  auto_coupon_code: plan.autoCouponCode,
  supply_days: plan.supplyDays,
  capsules: plan.capsules,
  stock_product: plan.stockProduct,
  stock_quantity: plan.stockQuantity,
  preorder_note: plan.preorderNote,
  sold_alone: plan.soldAlone,
  refused_countries: [...plan.refusedCountries],
  image: plan.image,
  sort: plan.sort,
})

/** Plans and entries as they are stored, at one moment. */
export interface StoredCatalogue {
  readonly plans: readonly CataloguePlan[]
  /** What the latest version of each code says, in the order of the codes. */
  readonly documents: readonly CatalogueDocument[]
  /** The latest version; 0 for none. */
  readonly version: number
}

const CatalogueRow = z.object({
  plans: z.array(PlanRow),
  prices: z.array(z.object({ plan_code: z.string(), currency: z.string(), price_cents: z.int() })),
  documents: z.array(CatalogueDocument),
  version: z.int(),
})

const catalogueFrom = (row: unknown): StoredCatalogue => {
  const { plans, prices, documents, version } = CatalogueRow.parse(row)
  const pricesOf = (code: string): CataloguePlan['prices'] =>
    new Map(
      prices.flatMap(({ plan_code, currency, price_cents }) => {
        const known = plan_code === code ? currencyOf(currency) : null
        return known === null ? [] : [[known, price_cents] as const]
      }),
    )
  const planRows = plans.map((plan) => ({ plan: planFrom(plan), prices: pricesOf(plan.code) }))
  return { plans: planRows, documents, version }
}

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
export type VersionKind = 'files' | 'found' | 'price' | 'import' | 'restore'

interface NewVersion {
  readonly number: number
  readonly kind: VersionKind
  readonly note: string
  readonly documents: readonly CatalogueDocument[]
}

/** Writes a version with the entries that it changes. Needs `lockVersions`. */
export const insertVersion = async (tx: Tx, { number, kind, note, documents }: NewVersion): Promise<void> => {
  await tx.db
    .insertInto('catalogue_version')
    .values({ number, kind, note, published_at: tx.now.toString() })
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
