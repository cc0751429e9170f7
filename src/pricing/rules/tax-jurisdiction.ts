import { taxRegion } from '../../location/rules/address-validation.ts'
import type { AddressPlace } from '../../location/rules/address-validation.ts'

const countriesWithRegionalTax = ['US', 'CA']

/** The tax jurisdiction of an order: a state or province with taxes of its own (`US-CA`), otherwise the country. */
export const taxJurisdiction = (place: AddressPlace): string => {
  const region = taxRegion(place)
  return countriesWithRegionalTax.includes(place.country) && region !== ''
    ? `${place.country}-${region}`
    : place.country
}
