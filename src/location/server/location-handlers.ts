import * as endpoints from '../endpoints.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import type { Log } from '#platform/log.ts'
import type { AddressCompletion } from './address-completion.ts'

/** The answer where the place is not known (spec §7). */
const unknown = 'UNKNOWN'

interface LocationDeps {
  readonly completion: AddressCompletion
  readonly log: Log
}

const createLocationHandlers = ({ completion, log }: LocationDeps): HandlersFor<typeof endpoints> => ({
  // From the request alone.
  findLocation: async ({ country, region, countryKnown = false }) => ({
    country: countryKnown ? country : unknown,
    region: region === 'XX' ? unknown : region,
  }),
  completeAddress: async (_context, { country, zip }) => {
    const place = await completion.placeOf(country, zip).catch((err: unknown) => {
      log.warn({ err }, 'the address could not be completed')
      return null
    })
    return { city: place?.city ?? null, region: place?.region ?? null }
  },
})

/** The endpoints of the visitor’s place. */
export const locationRoutes = (deps: LocationDeps): readonly Route[] =>
  routes(endpoints, createLocationHandlers(deps))
