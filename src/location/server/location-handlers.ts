import type { Handler } from '#platform/request-context.ts'
import type { findLocation } from '../endpoints.ts'

/** The answer where the place is not known (spec §7). */
const unknown = 'UNKNOWN'

interface LocationHandlers {
  readonly findLocation: Handler<typeof findLocation>
}

/** Answers from the request alone. */
export const createLocationHandlers = (): LocationHandlers => ({
  findLocation: async ({ country, region, countryKnown = false }) => ({
    country: countryKnown ? country : unknown,
    region: region === 'XX' ? unknown : region,
  }),
})
