import { join } from 'node:path'
import type { Nameable } from '#catalogue/rules/catalogue-changes.ts'
import { readCatalogueFiles } from '#catalogue/server/catalogue-files.ts'
import { readLots } from '#certificate/server/lot-file.ts'
import { loadDataFile, loadDataTexts } from '#content/server/data-files.ts'
import { FlagsFile } from '#experiment/rules/flags-file.ts'
import { readCityFiles } from '#location/server/address-completion.ts'
import { CancellationReasons } from '#subscription/change/rules/cancellation-reasons.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { readSurveys } from '#survey/server/surveys.ts'
import type { Surveys } from '#survey/server/surveys.ts'
import pictures from '#ui/pictures.json' with { type: 'json' }

const reasonsFile = 'cancellation-reasons.json'

/** The published surveys by their names. */
type PublishedNames = (locale: Locale) => Pick<ReturnType<Surveys>, 'keys'>

/** What entries of the catalogue may name: the pictures of the shop, and its surveys as they are published at the moment. */
export const nameableOf = (surveys: PublishedNames): Nameable => ({
  pictures: new Set(Object.keys(pictures)),
  get surveys() {
    return new Set(surveys(defaultLocale).keys())
  },
})

/** What operators write in files of the content folder; a wrong one stops the start with its line. */
export const readDataFiles = async (folder: string) => ({
  cancellationReasons: await loadDataFile(join(folder, reasonsFile), CancellationReasons),
  reasonTexts: await loadDataTexts(folder, reasonsFile),
  surveyFiles: await readSurveys(folder),
  flags: await loadDataFile(join(folder, 'flags.json'), FlagsFile),
  /** The catalogue of a new shop. */
  catalogueFiles: await readCatalogueFiles(join(folder, 'catalogue')),
  lots: await readLots(folder),
  /** Cities by postal code, by country. */
  cityFiles: await readCityFiles(folder),
})

export type DataFiles = Awaited<ReturnType<typeof readDataFiles>>
