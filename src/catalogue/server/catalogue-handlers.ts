import type { AppDeps } from '#platform/app-deps.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import * as endpoints from '../endpoints.ts'
import { planOnWire } from '../rules/plan.ts'
import { listingOf } from '../rules/product.ts'
import { plansFor, readCatalogue, shopCurrencyFor, shopProducts } from './plans.ts'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'

const currencyCookieSeconds = 365 * 24 * 60 * 60

/** Handles the endpoints of the catalogue. */
const createCatalogueHandlers = (deps: AppDeps): HandlersFor<typeof endpoints> => ({
  listPlans: async (context, { group }) => {
    const plans = [...(await plansFor(deps, context)).plans.values()]
    if (group === undefined) return plans.map(planOnWire)
    const listed = listingOf(plans, group)
    if (listed.length === 0)
      throw new ShopError('VALIDATION_ERROR', { fields: { group: 'There is no such listing.' } })
    return listed.map(planOnWire)
  },
  listProducts: async () => [...(await shopProducts(deps))],
  listCatalogueEntries: async () => [...(await readCatalogue(deps)).entries.values()],
  listCatalogueTexts: async (_context, { language }) => ({ ...(await readCatalogue(deps)).texts(language) }),
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
export const catalogueRoutes = (deps: AppDeps): readonly Route[] =>
  routes(endpoints, createCatalogueHandlers(deps))
