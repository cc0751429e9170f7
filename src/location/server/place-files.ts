import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { readDataFile } from '#content/rules/data-file.ts'
import { loadDataFile } from '#content/server/data-files.ts'
import { StartFailure } from '#platform/start-failure.ts'
import { brand } from '#shared/brand.ts'
import { shopCurrencies } from '#shared/shop-currency.ts'
import { PlacesDocument } from '../rules/places-document.ts'
import { completeRates, placeFaults } from '../rules/places-changes.ts'
import type { PlacesVersion } from '../rules/places-changes.ts'
import { placeTexts } from '../rules/place-lines.ts'
import { firstPlaces } from '../rules/published-places.ts'
import { TaxRates } from '../rules/tax-rates.ts'

const placesName = 'places.json'
const ratesName = 'tax-rates.json'

/** A service of a carrier as `shipping.json` names it. */
interface NamedService {
  readonly method: string
  readonly carrier: string
  readonly service: string
  readonly incoterm?: 'DDP' | 'DAP' | undefined
}

const withServices = (document: PlacesDocument, named: readonly NamedService[]): PlacesDocument => ({
  ...document,
  zones: Object.fromEntries(
    Object.entries(document.zones).map(([key, zone]) => [
      key,
      {
        ...zone,
        methods: zone.methods.map((method) => {
          const own = named.filter(({ method: code }) => code === method.code)
          return own.length === 0
            ? method
            : {
                ...method,
                services: own.map(({ carrier, service, incoterm }) => ({
                  carrier,
                  service,
                  ...(incoterm ? { incoterm } : {}),
                })),
              }
        }),
      },
    ]),
  ),
})

const readPlaces = async (folder: string): Promise<PlacesDocument> => {
  // What a copied folder still has of the sample is not what a brand with countries of its own says.
  if (brand.countries !== null) return firstPlaces
  const file = join(folder, placesName)
  if (existsSync(file)) return loadDataFile(file, PlacesDocument)
  if (!globalThis.shopBrand) return firstPlaces
  throw new StartFailure(`The folder needs a ${placesName}, or countries and shippingFees in brand.json.`)
}

/**
 * The places of a new shop: those of `brand.json` where it has countries, otherwise of `places.json`. Services that `shipping.json` names
 * count for their methods. A wrong file stops the start with its name and what is wrong.
 */
export const readPlaceFiles = async (
  folder: string,
  named: readonly NamedService[],
): Promise<PlacesVersion> => {
  const rates = await loadDataFile(join(folder, ratesName), TaxRates)
  const places = withServices(await readPlaces(folder), named)
  const version = { places, taxes: completeRates(places, rates) }
  const [fault] = placeFaults(version, { home: brand.home, currencies: shopCurrencies })
  if (fault) throw new StartFailure(`The places of the shop are wrong: ${fault.message}`)
  return version
}

/** Reads the files of an import; of a folder without tax rates those that are given. Throws a RangeError with line and reason. */
export const readImportedPlaces = async (folder: string, current: PlacesVersion): Promise<PlacesVersion> => {
  const read = async <S extends z.ZodType>(name: string, schema: S): Promise<z.output<S>> => {
    const found = readDataFile(await readFile(join(folder, name), 'utf8'), schema)
    if (found.kind === 'wrong') throw new RangeError(`${name}, line ${found.line}: ${found.message}`)
    return found.value
  }
  const has = (name: string): boolean => existsSync(join(folder, name))
  if (!has(placesName) && !has(ratesName))
    throw new RangeError(`${folder} has neither ${placesName} nor ${ratesName}.`)
  return {
    places: has(placesName) ? await read(placesName, PlacesDocument) : current.places,
    taxes: has(ratesName) ? await read(ratesName, TaxRates) : current.taxes,
  }
}

/** Writes both files, over those that are there; the folder is made when there is none. */
export const writePlaceFiles = async (folder: string, version: PlacesVersion): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const texts = placeTexts(version)
  await writeFile(join(folder, placesName), texts.places)
  await writeFile(join(folder, ratesName), texts.taxes)
}
