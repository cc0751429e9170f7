import * as endpoints from '../endpoints.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { arrivalOfOrder } from '#delivery/rules/delivery-dates.ts'
import { isCountryEligible } from '#location/rules/countries.ts'
import { placeMessages, refuseInvalidPlace } from '#location/rules/address-validation.ts'
import { shippingFee } from '#pricing/rules/shipping-fee.ts'
import { wireRange } from '#shared/date-range.ts'
import { ShopError } from '#shared/errors.ts'
import { wirePrice } from '#shared/money.ts'
import { shippingMethods } from '../rules/shipping-methods.ts'
import { plansFor } from '#catalogue/server/plans.ts'

/** Answers with the shipping methods of a country and their fees. */
const createShippingHandlers = (deps: AppDeps): HandlersFor<typeof endpoints> => ({
  shippingRates: async (context, { country: requestedCountry, plan_codes: codes }) => {
    const country = requestedCountry ?? context.country
    refuseInvalidPlace(placeMessages({ country: requestedCountry ?? '', region: '', zip: '' }), null)
    if (!isCountryEligible(country)) throw new ShopError('PRODUCT_NOT_ALLOWED_IN_COUNTRY')
    const now = deps.clock.now()
    const { plans, currency } = await plansFor(deps, context)
    // A code that the shop does not know ships as most do.
    const paid = codes.map((code) => ({ shipsFreeAbroad: plans.get(code)?.rules.shipsFreeAbroad ?? false }))
    const rates = shippingMethods(country).map(({ code, label, detail }) => ({
      method_code: code,
      label,
      detail,
      amount: wirePrice(shippingFee(country, code, paid, currency), currency),
      arrives: {
        in_stock: wireRange(arrivalOfOrder(now, false, { methodCode: code, country })),
        made_to_order: wireRange(arrivalOfOrder(now, true, { methodCode: code, country })),
      },
    }))
    return { country, currency, rates }
  },
})

/** The endpoints of shipping. */
export const shippingRoutes = (deps: AppDeps): readonly Route[] =>
  routes(endpoints, createShippingHandlers(deps))
