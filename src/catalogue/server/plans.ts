import { ShopError } from '#shared/errors.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { defaultCurrency, shopCurrencies } from '#shared/shop-currency.ts'
import type { ShopCurrency } from '#shared/shop-currency.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { plansByCode } from '../rules/plan.ts'
import type { Plan, PricedPlans, Plans } from '../rules/plan.ts'
import type { PlanPrice } from '../rules/starting-prices.ts'
import {
  insertPlans,
  lockPlanRow,
  moveStock,
  selectPlans,
  selectStockUse,
  takeAvailable,
  updatePrice,
  upsertPrices,
} from './plan-store.ts'
import type { CataloguePlan, Db, StockQuantities } from './plan-store.ts'

export {
  lockPlanRow as lockPlan,
  writeStock as setStock,
  selectStock as availableStock,
} from './plan-store.ts'

/** All plans, at the prices of each currency. */
export interface Catalogue {
  /** By code, in the catalogue's order; without those that have no price in that currency. */
  readonly in: (currency: Currency) => Plans
  /** What the shop sells in now: the default, and every other currency in which each plan has a price. */
  readonly offered: readonly ShopCurrency[]
}

const pricedIn = ({ plan, prices }: CataloguePlan, currency: Currency): Plan[] => {
  if (currency === plan.currency) return [plan]
  const priceCents = plan.priceCents === 0 ? 0 : prices.get(currency)
  return priceCents === undefined ? [] : [{ ...plan, priceCents, currency }]
}

const catalogueOf = (all: readonly CataloguePlan[]): Catalogue => {
  const lists = new Map<Currency, Plans>()
  const listIn = (currency: Currency): Plans => {
    const known = lists.get(currency)
    if (known) return known
    const made = plansByCode(all.flatMap((plan) => pricedIn(plan, currency)))
    lists.set(currency, made)
    return made
  }
  return { in: listIn, offered: shopCurrencies.filter((currency) => listIn(currency).size === all.length) }
}

interface CachedCatalogue {
  readonly version: number
  readonly catalogue: Promise<Catalogue>
}

const cachedCatalogues = new WeakMap<AppDeps, CachedCatalogue>()

/**
 * The catalogue, cached until its version changes: a price change takes effect at once in the process that made it and
 * within moments in the others. A caller inside a transaction passes it as `db`: plans that are not cached are then read
 * there, because a second connection may not be free, and are not cached.
 */
export const readCatalogue = (deps: AppDeps, db: Db = deps.database): Promise<Catalogue> => {
  const version = deps.state.version('catalogue')
  const cached = cachedCatalogues.get(deps)
  if (cached?.version === version) return cached.catalogue
  if (db.isTransaction) return selectPlans(db).then(catalogueOf)
  const catalogue = deps.replica.readVersion('catalogue', version, selectPlans).then(catalogueOf)
  cachedCatalogues.set(deps, { version, catalogue })
  // A failed read is not cached.
  catalogue.catch(() => cachedCatalogues.get(deps)?.catalogue === catalogue && cachedCatalogues.delete(deps))
  return catalogue
}

/** The plans at the prices of one currency. */
export const listPlans = async (deps: AppDeps, currency: Currency, db: Db = deps.database): Promise<Plans> =>
  (await readCatalogue(deps, db)).in(currency)

type Visitor = Pick<RequestContext, 'currency'>

/** The currency of a visitor's prices: the default where the shop does not sell in theirs yet. */
export const shopCurrencyFor = async (
  deps: AppDeps,
  { currency: wanted }: Visitor,
  db: Db = deps.database,
): Promise<ShopCurrency> =>
  (await readCatalogue(deps, db)).offered.includes(wanted) ? wanted : defaultCurrency

/** The plans in the visitor's currency; in the default one where the shop does not sell in theirs yet. */
export const plansFor = async (
  deps: AppDeps,
  visitor: Visitor,
  db: Db = deps.database,
): Promise<PricedPlans> => {
  const currency = await shopCurrencyFor(deps, visitor, db)
  return { currency, plans: await listPlans(deps, currency, db) }
}

/** Writes the plans of a new shop; existing plans and prices are not changed. */
export const addPlans = async (
  tx: Tx,
  plans: readonly Plan[],
  prices: readonly PlanPrice[],
): Promise<void> => {
  await insertPlans(tx, plans)
  await upsertPrices(tx, prices, false)
  await tx.invalidate('catalogue')
}

/** PRODUCT_NOT_FOUND for an unknown code; RangeError for anything but a whole number of the smallest unit from 0. */
export const changePrice = async (
  tx: Tx,
  code: string,
  priceCents: Cents,
  currency: Currency = defaultCurrency,
): Promise<void> => {
  if (!Number.isSafeInteger(priceCents) || priceCents < 0)
    throw new RangeError(`not a price in cents: ${priceCents}`)
  const known =
    currency === defaultCurrency ? await updatePrice(tx, code, priceCents) : await lockPlanRow(tx, code)
  if (!known) throw new ShopError('PRODUCT_NOT_FOUND')
  if (currency !== defaultCurrency) await upsertPrices(tx, [{ planCode: code, currency, priceCents }], true)
  await tx.invalidate('catalogue')
}

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
