import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { z } from 'zod'
import { StartFailure } from '#platform/start-failure.ts'
import { languages } from '#shared/locale.ts'
import { readDataFile } from '../rules/data-file.ts'
import { dataTexts, TranslationFile } from '../rules/data-texts.ts'
import type { DataTexts } from '../rules/data-texts.ts'

/** The content of a data file by its schema; a wrong file stops the start with its name and line. */
export const loadDataFile = async <S extends z.ZodType>(file: string, schema: S): Promise<z.output<S>> => {
  const read = readDataFile(await readFile(file, 'utf8'), schema)
  if (read.kind === 'wrong')
    throw new StartFailure(`The file ${path.basename(file)} is wrong in line ${read.line}: ${read.message}.`)
  return read.value
}

/**
 * What `translations/{language}/{name}` of the content folder says of the data file of this name. A file need not exist; a wrong
 * one stops the start.
 */
export const loadDataTexts = async (folder: string, name: string): Promise<DataTexts> => {
  const files = languages
    .map((language) => ({ language, file: path.join(folder, 'translations', language, name) }))
    .filter(({ file }) => existsSync(file))
  return dataTexts(
    new Map(
      await Promise.all(
        files.map(
          async ({ language, file }) => [language, await loadDataFile(file, TranslationFile)] as const,
        ),
      ),
    ),
  )
}
