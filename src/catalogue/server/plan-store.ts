import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { Database } from '#platform/schema.ts'
import type { Tx } from '#platform/app-deps.ts'
import type { Plan } from '../rules/plan.ts'
import { productNames, productOf } from '../rules/product.ts'
import { z } from 'zod'
import { currencyOf } from '#shared/currency-codes.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import type { PlanPrice } from '../rules/starting-prices.ts'

export type Db = Kysely<Database>

/** Quantities by product. */
export type StockQuantities = Readonly<Record<string, number>>

/** A plan at its price in the default currency, with what it costs in others. */
export interface CataloguePlan {
  readonly plan: Plan
  readonly prices: ReadonlyMap<Currency, Cents>
}

const planFrom = (row: Selectable<Database['plan']>): Plan => {
  const productId = productOf(row.code)
  if (productId === null || row.currency !== defaultCurrency)
    throw new Error(`plan ${row.code} is not one this shop can sell`)
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

const Prices = z.record(z.string(), z.int())

const pricesFrom = (stored: unknown): CataloguePlan['prices'] =>
  new Map(
    Object.entries(Prices.parse(stored)).flatMap(([code, cents]) => {
      const currency = currencyOf(code)
      return currency === null ? [] : [[currency, cents] as const]
    }),
  )

/** In the catalogue's order. */
export const selectPlans = async (db: Db): Promise<CataloguePlan[]> => {
  const prices = sql`(select coalesce(jsonb_object_agg(currency, price_cents), '{}') from plan_price
    where plan_price.plan_code = plan.code)`.as('prices')
  const rows = await db.selectFrom('plan').selectAll().select(prices).orderBy('sort').execute()
  return rows.map((row) => ({ plan: planFrom(row), prices: pricesFrom(row.prices) }))
}

/** What one of each plan takes from stock. */
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

/** Writes plans that do not exist yet. A plan may name another of the same list as its renewal. */
export const insertPlans = async (tx: Tx, plans: readonly Plan[]): Promise<void> => {
  await tx.db
    .insertInto('plan')
    .values(plans.map(rowFrom))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Writes prices in other currencies; those that exist are replaced if `replace` says so. */
export const upsertPrices = async (tx: Tx, prices: readonly PlanPrice[], replace: boolean): Promise<void> => {
  if (prices.length === 0) return
  const rows = prices.map(({ planCode, currency, priceCents }) => ({
    plan_code: planCode,
    currency,
    price_cents: priceCents,
  }))
  await tx.db
    .insertInto('plan_price')
    .values(rows)
    .onConflict((conflict) => {
      const same = conflict.columns(['plan_code', 'currency'])
      return replace
        ? same.doUpdateSet((row) => ({ price_cents: row.ref('excluded.price_cents') }))
        : same.doNothing()
    })
    .execute()
}

/** Of the default currency. False when there is no such plan. */
export const updatePrice = async (tx: Tx, code: string, priceCents: number): Promise<boolean> => {
  const changed = await tx.db
    .updateTable('plan')
    .set({ price_cents: priceCents })
    .where('code', '=', code)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Rows of several products are locked in the order of their names, so that two buyers never wait for each other. */
const lockedStockRows = (quantities: StockQuantities) => sql`
  wanted as (select key as product, value::int as units from jsonb_each_text(${JSON.stringify(quantities)}::jsonb)),
  held as (select stock.product, wanted.units from stock join wanted using (product) order by 1 for no key update of stock)`

/** Takes the quantities that are available, in one statement; returns how many products had enough. */
export const takeAvailable = async (tx: Tx, quantities: StockQuantities): Promise<number> => {
  const taken = await sql`
    with ${lockedStockRows(quantities)}
    update stock set available = stock.available - held.units from held
    where stock.product = held.product and stock.available >= held.units`.execute(tx.db)
  return Number(taken.numAffectedRows ?? 0n)
}

/** Changes the stock by so many, below zero too. */
export const moveStock = async (tx: Tx, quantities: StockQuantities): Promise<void> => {
  await tx.defer(sql`
    with ${lockedStockRows(quantities)}
    update stock set available = stock.available + held.units from held
    where stock.product = held.product`)
}

/** Sets the stock of products, as after a count. */
export const writeStock = async (tx: Tx, quantities: StockQuantities): Promise<void> => {
  const rows = Object.entries(quantities).map(([product, available]) => ({ product, available }))
  await tx.db
    .insertInto('stock')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('product').doUpdateSet((row) => ({ available: row.ref('excluded.available') })),
    )
    .execute()
}

/** The stock of each product that is not sold or reserved. */
export const selectStock = async (db: Db): Promise<StockQuantities> => {
  const rows = await db.selectFrom('stock').selectAll().orderBy('product').execute()
  return Object.fromEntries(rows.map((row) => [row.product, row.available]))
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
