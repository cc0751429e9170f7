import { join } from 'node:path'
import { loadDataFile, loadDataTexts } from '#content/server/data-files.ts'
import type { Locale } from '#shared/locale.ts'
import { lotIn, LotsFile } from '../rules/certificate.ts'
import type { Lot } from '../rules/certificate.ts'

/** The lots that were released, in a language. */
export type Lots = (locale: Locale) => readonly Lot[]

const lotsFile = 'lots.json'

/** Reads the lots of the content folder; a wrong file stops the start with its name and line. */
export const readLots = async (folder: string): Promise<Lots> => {
  const lots = await loadDataFile(join(folder, lotsFile), LotsFile)
  const texts = await loadDataTexts(folder, lotsFile)
  return (locale) => lots.map((lot) => lotIn(lot, texts(locale)))
}
