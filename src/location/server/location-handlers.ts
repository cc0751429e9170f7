import * as endpoints from '../endpoints.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'

/** The answer where the place is not known (spec §7). */
const unknown = 'UNKNOWN'

/** Answers from the request alone. */
const createLocationHandlers = (): HandlersFor<typeof endpoints> => ({
  findLocation: async ({ country, region, countryKnown = false }) => ({
    country: countryKnown ? country : unknown,
    region: region === 'XX' ? unknown : region,
  }),
})

/** The endpoints of the visitor’s place. */
export const locationRoutes = (): readonly Route[] => routes(endpoints, createLocationHandlers())
