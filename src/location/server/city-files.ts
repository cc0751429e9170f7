import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartFailure } from '#platform/start-failure.ts'
import { readZipCities } from '../rules/zip-cities.ts'

/** Where the file with the cities of a country is, by its code. */
export type CityFiles = ReadonlyMap<string, string>

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
