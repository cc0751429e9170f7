import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readDataFile } from '#content/rules/data-file.ts'
import { StartFailure } from '#platform/start-failure.ts'
import type { TaxProvider } from '../rules/tax-provider.ts'
import { rateFrom, TaxRates } from '../rules/tax-rate.ts'
import { taxRegion } from '#location/rules/address-validation.ts'

/** The tax provider that answers from a file of rates (ruling 14); a wrong file stops the start with its line. */
export const readTaxProvider = async (file: string): Promise<TaxProvider> => {
  const read = readDataFile(await readFile(file, 'utf8'), TaxRates)
  if (read.kind === 'wrong')
    throw new StartFailure(`The file ${path.basename(file)} is wrong in line ${read.line}: ${read.message}.`)
  const rates = read.value
  return {
    rateFor: async (place) => rateFrom(rates, place.country, taxRegion(place)),
  }
}
