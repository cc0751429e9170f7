import { taxRegion } from '../../location/rules/address-validation.ts'
import type { AddressPlace } from '../../location/rules/address-validation.ts'

const countriesWithRegionalTax = ['US', 'CA']

/** Whose tax an order bears: a state or province where those have taxes of their own (`US-CA`), else the country. */
export const taxJurisdiction = (place: AddressPlace): string => {
  const region = taxRegion(place)
  return countriesWithRegionalTax.includes(place.country) && region !== ''
    ? `${place.country}-${region}`
    : place.country
}
