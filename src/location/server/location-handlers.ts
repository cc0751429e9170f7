import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import type { Handler } from '#platform/request-context.ts'
import type { findLocation, shippingRates } from '../endpoints.ts'
import { isCountryEligible } from '../rules/countries.ts'
import { placeMessages, refuseInvalidPlace } from '../rules/address-validation.ts'
import { shippingFee, shippingMethods } from '../rules/shipping.ts'

/** What is answered for a place that nobody told (spec §7). */
const unknown = 'UNKNOWN'

interface LocationHandlers {
  readonly findLocation: Handler<typeof findLocation>
  readonly shippingRates: Handler<typeof shippingRates>
}

/** Answers the calls of the location room from the request and the rules alone. */
export const createLocationHandlers = (): LocationHandlers => ({
  findLocation: async ({ country, region, countryKnown = false }) => ({
    country: countryKnown ? country : unknown,
    region: region === 'XX' ? unknown : region,
  }),
  shippingRates: async (context, { country: requestedCountry, plan_codes: codes }) => {
    const country = requestedCountry ?? context.country
    refuseInvalidPlace(placeMessages({ country: requestedCountry ?? '', region: '', zip: '' }), null)
    if (!isCountryEligible(country)) throw new ShopError('PRODUCT_NOT_ALLOWED_IN_COUNTRY')
    const rates = shippingMethods(country).map(({ code, label, detail }) => ({
      method_code: code,
      label,
      detail,
      amount: wirePrice(shippingFee(country, code, codes)),
    }))
    return { country, rates }
  },
})
