import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { readDataFile } from '#content/rules/data-file.ts'
import type { DataTexts } from '#content/rules/data-file.ts'
import { loadDataTexts } from '#content/server/data-files.ts'
import { StartFailure } from '#platform/start-failure.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { surveyIn } from '../rules/survey-translation.ts'
import { SurveyFile } from '../rules/survey.ts'
import type { Survey } from '../rules/survey.ts'

/** Every survey by its name, in a language. */
export type Surveys = (locale: Locale) => ReadonlyMap<string, Survey>

const inEachLanguage = (surveys: ReadonlyMap<string, Survey>, texts: DataTexts): Surveys => {
  const made = new Map<Locale, ReadonlyMap<string, Survey>>([[defaultLocale, surveys]])
  return (locale) => {
    const known = made.get(locale)
    if (known) return known
    const translated = texts(locale)
    const surveysIn = new Map([...surveys].map(([name, survey]) => [name, surveyIn(survey, translated)]))
    made.set(locale, surveysIn)
    return surveysIn
  }
}

/** Reads the surveys of the content folder; a wrong file stops the start with its name and line. */
export const readSurveys = async (content: string): Promise<Surveys> => {
  const folder = path.join(content, 'surveys')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted()
  const read = async (file: string): Promise<readonly [string, Survey]> => {
    const found = readDataFile(await readFile(path.join(folder, file), 'utf8'), SurveyFile)
    if (found.kind === 'wrong')
      throw new StartFailure(`The survey ${file} is wrong in line ${found.line}: ${found.message}.`)
    if (`${found.value.name}.json` !== file)
      throw new StartFailure(`The survey ${file} is wrong in line 1: its name is ${found.value.name}.`)
    return [found.value.name, found.value]
  }
  return inEachLanguage(
    new Map(await Promise.all(files.map(read))),
    await loadDataTexts(content, 'surveys.json'),
  )
}
