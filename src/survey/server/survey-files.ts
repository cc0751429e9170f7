import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { readDataFile } from '#content/rules/data-file.ts'
import { StartFailure } from '#platform/start-failure.ts'
import { SurveyFile } from '../rules/survey.ts'
import type { Survey } from '../rules/survey.ts'

/** Every survey by its name. */
export type Surveys = ReadonlyMap<string, Survey>

/** Reads the surveys of a folder; a wrong file stops the start with its name and line. */
export const readSurveys = async (folder: string): Promise<Surveys> => {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted()
  const read = async (file: string): Promise<readonly [string, Survey]> => {
    const found = readDataFile(await readFile(path.join(folder, file), 'utf8'), SurveyFile)
    if (found.kind === 'wrong')
      throw new StartFailure(`The survey ${file} is wrong in line ${found.line}: ${found.message}.`)
    if (`${found.value.name}.json` !== file)
      throw new StartFailure(`The survey ${file} is wrong in line 1: its name is ${found.value.name}.`)
    return [found.value.name, found.value]
  }
  return new Map(await Promise.all(files.map(read)))
}
