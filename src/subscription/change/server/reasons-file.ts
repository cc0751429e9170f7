import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readDataFile } from '#content/rules/data-file.ts'
import { StartFailure } from '#platform/start-failure.ts'
import { CancellationReasons } from '../rules/cancellation-reasons.ts'

/** The cancellation reasons, from a data file; an invalid file stops the start with its line. */
export const readCancellationReasons = async (file: string): Promise<CancellationReasons> => {
  const read = readDataFile(await readFile(file, 'utf8'), CancellationReasons)
  if (read.kind === 'wrong')
    throw new StartFailure(`The file ${path.basename(file)} is wrong in line ${read.line}: ${read.message}.`)
  return read.value
}
