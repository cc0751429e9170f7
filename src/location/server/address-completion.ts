import { readFileSync, existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartFailure } from '#platform/start-failure.ts'
import { placeOfZip, readZipCities } from '../rules/zip-cities.ts'
import type { ZipCities, ZipPlace } from '../rules/zip-cities.ts'

/** The port: what is known of an address by its postal code. The README of this module says how to write an adapter. */
export interface AddressCompletion {
  /** Null when the code is unknown or the country has no data. A rejection leaves the form as it is, and is logged. */
  readonly placeOf: (country: string, zip: string) => Promise<ZipPlace | null>
}

/** Where the file with the cities of a country is, by its code. */
type CityFiles = ReadonlyMap<string, string>

const fileName = /^([A-Z]{2})\.txt$/

/** Those that come with the shop; a brand without files of its own has them. */
const ownFiles = join(import.meta.dirname, '../../../content/cities')

/**
 * The files `cities/<country>.txt` of a content folder; without that folder those of the shop. A file of a brand that cannot be
 * read stops the start with its line.
 */
export const readCityFiles = async (folder: string): Promise<CityFiles> => {
  const own = join(folder, 'cities')
  const from = existsSync(own) ? own : ownFiles
  const names = (await readdir(from)).toSorted()
  const files = names.flatMap((name): (readonly [string, string])[] => {
    const country = fileName.exec(name)?.[1]
    return country === undefined ? [] : [[country, join(from, name)]]
  })
  if (from !== ownFiles)
    for (const [country, file] of files)
      try {
        readZipCities(await readFile(file, 'utf8'))
      } catch (thrown) {
        if (!(thrown instanceof RangeError)) throw thrown
        throw new StartFailure(`cities/${country}.txt, ${thrown.message}`)
      }
  return new Map(files)
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
