import * as endpoints from '../endpoints.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { planOnWire } from '../rules/plan.ts'
import { listingOf } from '../rules/product.ts'
import type { CatalogueEntries } from './catalogue-entries.ts'
import { listPlans as readPlans } from './plans.ts'

/** Handles the endpoints of the catalogue. */
const createCatalogueHandlers = (
  deps: AppDeps,
  entries: CatalogueEntries,
): HandlersFor<typeof endpoints> => ({
  listPlans: async (_context, { group }) => {
    const plans = [...(await readPlans(deps)).values()]
    return (group === undefined ? plans : listingOf(plans, group)).map(planOnWire)
  },
  listCatalogueEntries: async () => [...entries.values()],
})

/** The endpoints of the catalogue. */
export const catalogueRoutes = (deps: AppDeps, entries: CatalogueEntries): readonly Route[] =>
  routes(endpoints, createCatalogueHandlers(deps, entries))
