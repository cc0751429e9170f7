import { taxRegion } from '../../location/rules/address-validation.ts'
import type { TaxPlace } from './tax-rate.ts'

/**
 * The part of an address that decides its tax at a tax service: a zip code in the United States (`US 94110`), a province in Canada
 * (`CA ON`), elsewhere the country (`GB`). Null while that is not known: a service would refuse to answer.
 */
export const taxPlaceKey = (place: TaxPlace): string | null => {
  const { country, zip } = place
  if (country === 'US') {
    const [digits] = /^\d{5}/.exec(zip.trim()) ?? []
    return digits === undefined ? null : `US ${digits}`
  }
  if (country === 'CA') {
    const region = taxRegion(place)
    return region === '' ? null : `CA ${region}`
  }
  return country === '' ? null : country
}
