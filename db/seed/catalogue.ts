import { join } from 'node:path'
import type { CatalogueDocument } from '#catalogue/rules/catalogue-document.ts'
import { readCatalogueFiles } from '#catalogue/server/catalogue-files.ts'
import { adoptFiles } from '#catalogue/server/catalogue-versions.ts'
import { setStock } from '#catalogue/server/plans.ts'
import type { Tx } from '#platform/app-deps.ts'

const folder = join(import.meta.dirname, '../../content/catalogue')

/** The stock of a new shop; an adult unit is a month's supply, however it is packed. */
const startingStock = {
  'ds-01': 40_000,
  'pds-08': 15_000,
  'pds-08-gift': 15_000,
  'vs-01': 20_000,
  'vs-01-reset': 4_000,
}

/** The catalogue of a new shop, of `content/catalogue` by default, with full stock. */
export const seedCatalogue = async (tx: Tx, files?: readonly CatalogueDocument[]): Promise<void> => {
  const documents = files ?? (await readCatalogueFiles(folder))
  await adoptFiles(tx, documents)
  const known = new Set(documents.flatMap(({ plan }) => (plan === null ? [] : [plan.stock.product])))
  await setStock(
    tx,
    Object.fromEntries(Object.entries(startingStock).filter(([product]) => known.has(product))),
  )
}
