import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readDataFile } from '#content/rules/data-file.ts'
import { StartFailure } from '#platform/start-failure.ts'
import { DunningPlan } from '../rules/dunning.ts'
import type { DunningEnd, DunningPolicy } from '../rules/dunning.ts'

/** How declined cards are retried, from a data file; an invalid file stops the start with its line. */
export const readDunningPolicy = async (file: string, end: DunningEnd): Promise<DunningPolicy> => {
  const read = readDataFile(await readFile(file, 'utf8'), DunningPlan)
  if (read.kind === 'wrong')
    throw new StartFailure(`The file ${path.basename(file)} is wrong in line ${read.line}: ${read.message}.`)
  return { ...read.value, end }
}
