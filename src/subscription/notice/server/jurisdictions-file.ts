import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readDataFile } from '#content/rules/data-file.ts'
import { StartFailure } from '#platform/start-failure.ts'
import { Jurisdictions } from '../rules/jurisdiction.ts'

/** What has to be said where, from a data file; a wrong file stops the start with its line. */
export const readJurisdictions = async (file: string): Promise<Jurisdictions> => {
  const read = readDataFile(await readFile(file, 'utf8'), Jurisdictions)
  if (read.kind === 'wrong')
    throw new StartFailure(`The file ${path.basename(file)} is wrong in line ${read.line}: ${read.message}.`)
  return read.value
}
