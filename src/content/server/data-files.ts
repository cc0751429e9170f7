import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { z } from 'zod'
import { StartFailure } from '#platform/start-failure.ts'
import { readDataFile } from '../rules/data-file.ts'

/** The content of a data file by its schema; a wrong file stops the start with its name and line. */
export const loadDataFile = async <S extends z.ZodType>(file: string, schema: S): Promise<z.output<S>> => {
  const read = readDataFile(await readFile(file, 'utf8'), schema)
  if (read.kind === 'wrong')
    throw new StartFailure(`The file ${path.basename(file)} is wrong in line ${read.line}: ${read.message}.`)
  return read.value
}
