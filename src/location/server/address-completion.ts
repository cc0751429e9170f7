import { readFileSync } from 'node:fs'
import { placeOfZip, readZipCities } from '../rules/zip-cities.ts'
import type { ZipCities, ZipPlace } from '../rules/zip-cities.ts'
import type { CityFiles } from './city-files.ts'

/** The port: what is known of an address by its postal code. The README of this module says how to write an adapter. */
export interface AddressCompletion {
  /** Null when the code is unknown or the country has no data. A rejection leaves the form as it is, and is logged. */
  readonly placeOf: (country: string, zip: string) => Promise<ZipPlace | null>
}

/** The default adapter: a country's data file, read with the first question about it. No network. */
export const completeByDataFile = (files: CityFiles): AddressCompletion => {
  const known = new Map<string, ZipCities>()
  return {
    placeOf: async (country, zip) => {
      const file = files.get(country)
      if (file === undefined) return null
      const cities = known.get(country) ?? readZipCities(readFileSync(file, 'utf8'))
      known.set(country, cities)
      return placeOfZip(cities, zip)
    },
  }
}
