import { ShopError } from '#shared/errors.ts'
import type { Cents } from '#shared/money.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { plansByCode } from '../rules/plan.ts'
import type { Plan, Plans } from '../rules/plan.ts'
import {
  insertPlans,
  lockPlanRow,
  moveStock,
  selectPlans,
  selectStockUse,
  selectStock,
  takeAvailable,
  updatePrice,
  writeStock,
} from './plan-store.ts'
import type { Db, StockQuantities } from './plan-store.ts'

interface CachedPlans {
  readonly version: number
  readonly plans: Promise<Plans>
}

const planCache = new WeakMap<AppDeps, CachedPlans>()

/**
 * All plans by code, in catalogue order. Cached until the version of the catalogue changes: a price change takes effect
 * at once in the process that made it and within moments in the others. A caller inside a transaction passes it as
 * `db`: plans that are not cached are then read there, because a second connection may not be free, and are not cached.
 */
export const listPlans = (deps: AppDeps, db: Db = deps.database): Promise<Plans> => {
  const version = deps.state.version('catalogue')
  const cached = planCache.get(deps)
  if (cached?.version === version) return cached.plans
  const plans = selectPlans(db).then(plansByCode)
  if (db.isTransaction) return plans
  planCache.set(deps, { version, plans })
  // A failed read is not cached.
  plans.catch(() => planCache.get(deps)?.plans === plans && planCache.delete(deps))
  return plans
}

/** Writes the plans of a new shop; existing plans are not changed. */
export const addPlans = async (tx: Tx, plans: readonly Plan[]): Promise<void> => {
  await insertPlans(tx, plans)
  await tx.invalidate('catalogue')
}

/** PRODUCT_NOT_FOUND for an unknown code; RangeError for anything but whole cents from 0. */
export const changePrice = async (tx: Tx, code: string, priceCents: Cents): Promise<void> => {
  if (!Number.isSafeInteger(priceCents) || priceCents < 0)
    throw new RangeError(`not a price in cents: ${priceCents}`)
  if (!(await updatePrice(tx, code, priceCents))) throw new ShopError('PRODUCT_NOT_FOUND')
  await tx.invalidate('catalogue')
}

/**
 * Locks a plan to schedule or undo its price increases, so that they are numbered in the order in which they are
 * visible. Purchases do not wait for it. False for an unknown plan.
 */
export const lockPlan = (tx: Tx, code: string): Promise<boolean> => lockPlanRow(tx, code)

/** The quantities that an order takes from stock, by product. */
export const stockQuantitiesOf = (
  lines: readonly { readonly plan: Plan; readonly quantity: number }[],
): StockQuantities => {
  const quantities = new Map<string, number>()
  for (const { plan, quantity } of lines)
    quantities.set(
      plan.stockProduct,
      (quantities.get(plan.stockProduct) ?? 0) + plan.stockQuantity * quantity,
    )
  return Object.fromEntries(quantities)
}

/** Those of these codes that are in the catalogue. */
export const knownPlanCodes = async (db: Db, codes: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await selectStockUse(db, [...new Set(codes)])).map(({ code }) => code))

interface LineWithStock {
  readonly planCode: string
  readonly quantity: number
  readonly stock: { readonly product: string; readonly quantity: number } | null
}

/**
 * Lines of an order with what each takes from stock: as it was priced, otherwise as the catalogue says now.
 * PRODUCT_NOT_FOUND for an unknown plan.
 */
export const withStock = async <L extends LineWithStock>(
  db: Db,
  lines: readonly L[],
): Promise<readonly (L & { readonly stock: NonNullable<LineWithStock['stock']> })[]> => {
  const unknown = lines.flatMap(({ planCode, stock }) => (stock === null ? [planCode] : []))
  const stockUses = await selectStockUse(db, [...new Set(unknown)])
  return lines.map((line) => {
    const found = stockUses.find(({ code }) => code === line.planCode)
    const stock =
      line.stock ?? (found && { product: found.product, quantity: found.quantity * line.quantity })
    if (!stock) throw new ShopError('PRODUCT_NOT_FOUND')
    return { ...line, stock }
  })
}

/**
 * Takes all these quantities or none: ITEM_NOT_AVAILABLE when there is too little stock, which undoes the transaction.
 */
export const reserveStock = async (tx: Tx, quantities: StockQuantities): Promise<void> => {
  const products = Object.keys(quantities).length
  if (products === 0) return
  if ((await takeAvailable(tx, quantities)) < products) throw new ShopError('ITEM_NOT_AVAILABLE')
}

/** Returns reserved quantities to stock. */
export const releaseStock = async (tx: Tx, quantities: StockQuantities): Promise<void> => {
  if (Object.keys(quantities).length > 0) await moveStock(tx, quantities)
}

/** Takes quantities for orders that were promised earlier, below zero if there is too little stock. */
export const takeStockForRenewals = async (tx: Tx, quantities: StockQuantities): Promise<void> => {
  const taken = Object.fromEntries(Object.entries(quantities).map(([product, count]) => [product, -count]))
  if (Object.keys(quantities).length > 0) await moveStock(tx, taken)
}

/** Sets the stock of products, as after a count. */
export const setStock = (tx: Tx, quantities: StockQuantities): Promise<void> => writeStock(tx, quantities)

/** The stock of each product that is not sold or reserved. */
export const availableStock = (db: Db): Promise<StockQuantities> => selectStock(db)
