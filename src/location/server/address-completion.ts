import { readFileSync } from 'node:fs'
import { placeOfZip, readZipCities } from '../rules/zip-cities.ts'
import type { ZipCities, ZipPlace } from '../rules/zip-cities.ts'

/** The port: what is known of an address by its postal code. The README of this module says how to write an adapter. */
export interface AddressCompletion {
  /** Null when the code is unknown or the country has no data. A rejection leaves the form as it is, and is logged. */
  readonly placeOf: (country: string, zip: string) => Promise<ZipPlace | null>
}

/** The default adapter: US zip codes from the data file, read with the first question. No network. */
export const completeByDataFile = (): AddressCompletion => {
  let cities: ZipCities | null = null
  return {
    placeOf: async (country, zip) => {
      if (country !== 'US') return null
      cities ??= readZipCities(readFileSync(new URL('./us-zip-cities.txt', import.meta.url), 'utf8'))
      return placeOfZip(cities, zip)
    },
  }
}
