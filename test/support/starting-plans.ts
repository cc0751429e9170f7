import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { CatalogueDocument, planOfDocument } from '#catalogue/rules/catalogue-document.ts'
import type { Plan } from '#catalogue/rules/plan.ts'

const folder = join(import.meta.dirname, '../../content/catalogue')

/** The entries of a new shop, as in their files. */
export const startingDocuments: readonly CatalogueDocument[] = readdirSync(folder)
  .toSorted()
  .map((name) => CatalogueDocument.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))

/** The plans of a new shop, in the catalogue's order. */
export const startingPlans: readonly Plan[] = startingDocuments
  .flatMap((document) => planOfDocument(document)?.plan ?? [])
  .toSorted((a, b) => a.sort - b.sort)
