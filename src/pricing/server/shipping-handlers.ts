import * as endpoints from '../endpoints.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { isCountryEligible } from '#location/rules/countries.ts'
import { placeMessages, refuseInvalidPlace } from '#location/rules/address-validation.ts'
import { shippingFee } from '#pricing/rules/shipping-fee.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import { shippingMethods } from '../rules/shipping-methods.ts'

/** Answers with the shipping methods of a country and their fees. */
const createShippingHandlers = (): HandlersFor<typeof endpoints> => ({
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

/** The endpoints of shipping. */
export const shippingRoutes = (): readonly Route[] => routes(endpoints, createShippingHandlers())
