import type { Handler } from '#platform/request-context.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { listCatalogueEntries, listPlans } from '../endpoints.ts'
import { planOnWire } from '../rules/plan.ts'
import { listingOf } from '../rules/product.ts'
import type { CatalogueEntries } from './catalogue-entries.ts'
import { listPlans as readPlans } from './plans.ts'

interface CatalogueHandlers {
  readonly listPlans: Handler<typeof listPlans>
  readonly listCatalogueEntries: Handler<typeof listCatalogueEntries>
}

/** Answers the calls of the catalogue. */
export const createCatalogueHandlers = (deps: AppDeps, entries: CatalogueEntries): CatalogueHandlers => ({
  listPlans: async (_context, { group }) => {
    const plans = [...(await readPlans(deps)).values()]
    return (group === undefined ? plans : listingOf(plans, group)).map(planOnWire)
  },
  listCatalogueEntries: async () => [...entries.values()],
})
