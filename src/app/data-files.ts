import { join } from 'node:path'
import { readCatalogueFiles } from '#catalogue/server/catalogue-files.ts'
import { readLots } from '#certificate/server/lot-file.ts'
import { loadDataFile, loadDataTexts } from '#content/server/data-files.ts'
import { FlagsFile } from '#experiment/rules/flags-file.ts'
import { readCityFiles } from '#location/server/city-files.ts'
import { CancellationReasons } from '#subscription/change/rules/cancellation-reasons.ts'
import { readSurveys } from '#survey/server/survey-files.ts'

const reasonsFile = 'cancellation-reasons.json'

/** What operators write in files of the content folder; a wrong one stops the start with its line. */
export const readDataFiles = async (folder: string) => ({
  cancellationReasons: await loadDataFile(join(folder, reasonsFile), CancellationReasons),
  reasonTexts: await loadDataTexts(folder, reasonsFile),
  surveys: await readSurveys(folder),
  flags: await loadDataFile(join(folder, 'flags.json'), FlagsFile),
  /** The catalogue of a new shop. */
  catalogueFiles: await readCatalogueFiles(join(folder, 'catalogue')),
  lots: await readLots(folder),
  /** Cities by postal code, by country. */
  cityFiles: await readCityFiles(folder),
})

export type DataFiles = Awaited<ReturnType<typeof readDataFiles>>
