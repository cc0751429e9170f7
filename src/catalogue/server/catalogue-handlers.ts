import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { readDataFile } from '#content/rules/data-file.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { StartFailure } from '#platform/start-failure.ts'
import * as endpoints from '../endpoints.ts'
import { CatalogueEntry } from '../rules/catalogue-entry.ts'
import { planOnWire } from '../rules/plan.ts'
import { listingOf } from '../rules/product.ts'
import { plansFor, readCatalogue, shopCurrencyFor } from './plans.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'

/** Catalogue entries by sku. */
export type CatalogueEntries = ReadonlyMap<string, CatalogueEntry>

/** Reads a folder of entries, one file `<sku>.json` each; a wrong file stops the start with its name and line. */
export const readCatalogueEntries = async (folder: string): Promise<CatalogueEntries> => {
  const entries = new Map<string, CatalogueEntry>()
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  for (const name of names.toSorted()) {
    const read = readDataFile(await readFile(path.join(folder, name), 'utf8'), CatalogueEntry)
    const fault = (line: number, message: string) =>
      new StartFailure(`The catalogue file ${name} is wrong in line ${line}: ${message}.`)
    if (read.kind === 'wrong') throw fault(read.line, read.message)
    if (`${read.value.sku}.json` !== name) throw fault(1, `it holds the sku ${read.value.sku}`)
    entries.set(read.value.sku, read.value)
  }
  return entries
}

const currencyCookieSeconds = 365 * 24 * 60 * 60

/** Handles the endpoints of the catalogue. */
const createCatalogueHandlers = (
  deps: AppDeps,
  entries: CatalogueEntries,
): HandlersFor<typeof endpoints> => ({
  listPlans: async (context, { group }) => {
    const plans = [...(await plansFor(deps, context)).plans.values()]
    return (group === undefined ? plans : listingOf(plans, group)).map(planOnWire)
  },
  listCatalogueEntries: async () => [...entries.values()],
  viewCurrencies: async (context) => {
    const { offered } = await readCatalogue(deps)
    return { currency: await shopCurrencyFor(deps, context), currencies: [...offered] }
  },
  chooseCurrency: async ({ cookies, dropCachedPages }, { currency }) => {
    const { offered } = await readCatalogue(deps)
    if (!offered.includes(currency))
      throw new ShopError('VALIDATION_ERROR', { fields: { currency: 'We do not sell in this currency.' } })
    cookies.set(brand.keys.currencyCookie, currency, { httpOnly: true, maxAge: currencyCookieSeconds })
    dropCachedPages?.()
    return { currency }
  },
})

/** The endpoints of the catalogue. */
export const catalogueRoutes = (deps: AppDeps, entries: CatalogueEntries): readonly Route[] =>
  routes(endpoints, createCatalogueHandlers(deps, entries))
