import { ShopError } from '#shared/errors.ts'
import type { Currency } from '#shared/money.ts'
import { defaultCurrency, shopCurrencies } from '#shared/shop-currency.ts'
import type { ShopCurrency } from '#shared/shop-currency.ts'
import type { RequestContext } from '#platform/request-context.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import type { CatalogueEntry } from '../rules/catalogue-entry.ts'
import { entryOfDocument } from '../rules/catalogue-document.ts'
import { plansByCode, productsOf } from '../rules/plan.ts'
import type { Product } from '../rules/product.ts'
import type { CataloguePlan, Plan, PricedPlans, Plans } from '../rules/plan.ts'
import { selectCatalogue, selectStockUse } from './plan-store.ts'
import type { Db, StoredCatalogue } from './plan-store.ts'
import { moveStock, takeAvailable } from './stock-store.ts'
import type { StockQuantities } from './stock-store.ts'
import type { Locale } from '#shared/locale.ts'
import { ownValue } from '#shared/own-value.ts'
import { catalogueTexts } from '../rules/catalogue-translation.ts'

export { lockPlanRow as lockPlan, selectGiftCodes as giftPlanCodes } from './plan-store.ts'
export {
  writeStock as setStock,
  selectOffered as offeredStock,
  selectStock as availableStock,
} from './stock-store.ts'

/** What pages show of a code, by code, in the order of the files. */
export type CatalogueEntries = ReadonlyMap<string, CatalogueEntry>

/** One version of the catalogue: all plans, at the prices of each currency, and what pages show of them. */
export interface Catalogue {
  /** By code, in the catalogue's order; without those that have no price in that currency. */
  readonly in: (currency: Currency) => Plans
  /** What the shop sells in now: the default, and every other currency in which each plan has a price. */
  readonly offered: readonly ShopCurrency[]
  readonly entries: CatalogueEntries
  /** What it says in a language, by what it says in the first; nothing for the first. */
  readonly texts: (locale: Locale) => Readonly<Record<string, string>>
  /** Of them what orders and subscriptions name: plans, and the notes of those that ship later. */
  readonly planNames: (locale: Locale) => Readonly<Record<string, string>>
}

const pricedIn = ({ plan, prices }: CataloguePlan, currency: Currency): Plan[] => {
  if (currency === plan.currency) return [plan]
  const priceCents = plan.priceCents === 0 ? 0 : prices.get(currency)
  return priceCents === undefined ? [] : [{ ...plan, priceCents, currency }]
}

const entriesOf = ({ documents }: StoredCatalogue): CatalogueEntries => {
  const file = ({ sku }: { readonly sku: string }): string => `${sku}.json`
  const inOrder = documents.toSorted((a, b) => (file(a) < file(b) ? -1 : 1))
  return new Map(inOrder.map((document) => [document.sku, entryOfDocument(document)]))
}

const textsOf = ({ documents }: StoredCatalogue): Catalogue['texts'] => {
  const known = new Map<Locale, Readonly<Record<string, string>>>()
  return (locale) => {
    const texts = known.get(locale) ?? catalogueTexts(documents, locale)
    known.set(locale, texts)
    return texts
  }
}

const planNamesOf = ({ plans }: StoredCatalogue, texts: Catalogue['texts']): Catalogue['planNames'] => {
  const named = new Set(plans.flatMap(({ plan: { name, preorderNote } }) => [name, preorderNote ?? name]))
  return (locale) => Object.fromEntries(Object.entries(texts(locale)).filter(([text]) => named.has(text)))
}

const catalogueOf = (stored: StoredCatalogue): Catalogue => {
  const { plans } = stored
  const texts = textsOf(stored)
  const lists = new Map<Currency, Plans>()
  const listIn = (currency: Currency): Plans => {
    const known = lists.get(currency)
    if (known) return known
    const made = plansByCode(plans.flatMap((plan) => pricedIn(plan, currency)))
    lists.set(currency, made)
    return made
  }
  return {
    in: listIn,
    offered: shopCurrencies.filter((currency) => listIn(currency).size === plans.length),
    entries: entriesOf(stored),
    texts,
    planNames: planNamesOf(stored, texts),
  }
}

interface CachedCatalogue {
  readonly version: number
  readonly catalogue: Promise<Catalogue>
}

const cachedCatalogues = new WeakMap<AppDeps, CachedCatalogue>()
/** The one that was read last, whatever its version. */
const latestCatalogues = new WeakMap<AppDeps, Catalogue>()

/**
 * The catalogue, cached until its version changes: a price change takes effect at once in the process that made it and
 * within moments in the others. A caller inside a transaction passes it as `db`: plans that are not cached are then read
 * there, because a second connection may not be free, and are not cached.
 */
export const readCatalogue = (deps: AppDeps, db: Db = deps.database): Promise<Catalogue> => {
  const version = deps.state.version('catalogue')
  const cached = cachedCatalogues.get(deps)
  if (cached?.version === version) return cached.catalogue
  if (db.isTransaction) return selectCatalogue(db).then(catalogueOf)
  const catalogue = deps.replica.readVersion('catalogue', version, selectCatalogue).then(catalogueOf)
  cachedCatalogues.set(deps, { version, catalogue })
  catalogue.then(
    (read) => latestCatalogues.set(deps, read),
    // A failed read is not cached.
    () => cachedCatalogues.get(deps)?.catalogue === catalogue && cachedCatalogues.delete(deps),
  )
  return catalogue
}

/** The plans at the prices of one currency. */
export const listPlans = async (deps: AppDeps, currency: Currency, db: Db = deps.database): Promise<Plans> =>
  (await readCatalogue(deps, db)).in(currency)

/** Gives a text of the catalogue, such as the name of a plan, in a language; one without translation stays. */
export const catalogueTextIn = async (
  deps: AppDeps,
  locale: Locale,
  db: Db = deps.database,
): Promise<(text: string) => string> => {
  const texts = (await readCatalogue(deps, db)).texts(locale)
  return (text) => ownValue(texts, text) ?? text
}

/** The products that have facts, in the catalogue's order. */
export const shopProducts = async (deps: AppDeps, db: Db = deps.database): Promise<readonly Product[]> =>
  productsOf((await listPlans(deps, defaultCurrency, db)).values())

/** The products as they were read last, without asking the database; none before the catalogue was read once. */
export const latestProducts = (deps: AppDeps): readonly Product[] =>
  productsOf(latestCatalogues.get(deps)?.in(defaultCurrency).values() ?? [])

/** The name of each of these products by its id; one that is not known is named by its id. */
export const productNamesOf = async (deps: AppDeps): Promise<(id: string) => string> => {
  const products = await shopProducts(deps)
  return (id) => products.find((product) => product.id === id)?.name ?? id
}

/** The pages on which somebody can buy for themselves. */
export const productPages = async (db: Db): Promise<readonly string[]> => {
  const { documents } = await selectCatalogue(db)
  const pages = documents.flatMap(({ plan, pdpUrl }) =>
    plan === null || !plan.soldAlone || plan.rules?.isGift || pdpUrl.includes('?') ? [] : [pdpUrl],
  )
  return [...new Set(pages)]
}

/** The page on which the product of a plan is refilled; all refills where it has none. */
export const refillPage = async (deps: AppDeps, planCode: string): Promise<string> => {
  const { in: plansIn, entries } = await readCatalogue(deps)
  const plans = plansIn(defaultCurrency)
  const product = plans.get(planCode)?.productId
  const refill = [...plans.values()].find(({ productId, isSrp }) => isSrp && productId === product)
  return entries.get(refill?.code ?? '')?.pdpUrl ?? '/refills'
}

type Visitor = Pick<RequestContext, 'currency'>

/** The currency of a visitor's prices: the default where the shop does not sell in theirs yet. */
export const shopCurrencyFor = async (
  deps: AppDeps,
  { currency: wanted }: Visitor,
  db: Db = deps.database,
): Promise<ShopCurrency> =>
  (await readCatalogue(deps, db)).offered.includes(wanted) ? wanted : defaultCurrency

/** The plans of a catalogue in the visitor's currency; in the default one where the shop does not sell in theirs yet. */
export const pricedFor = (
  { offered, in: plansIn }: Catalogue,
  { currency: wanted }: Visitor,
): PricedPlans => {
  const currency = offered.includes(wanted) ? wanted : defaultCurrency
  return { currency, plans: plansIn(currency) }
}

/** As `pricedFor`, of the catalogue as it is now. */
export const plansFor = async (
  deps: AppDeps,
  visitor: Visitor,
  db: Db = deps.database,
): Promise<PricedPlans> => pricedFor(await readCatalogue(deps, db), visitor)

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
