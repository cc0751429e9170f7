import type { DataTexts } from '#content/rules/data-texts.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { ShopError } from '#shared/errors.ts'
import type { Locale } from '#shared/locale.ts'
import { SurveyFile } from '../rules/survey.ts'
import type { Survey } from '../rules/survey.ts'
import { surveyIn } from '../rules/survey-translation.ts'
import {
  insertSurveyVersion,
  lockSurveyVersions,
  selectLatestSurveys,
  selectSurveyVersions,
} from './survey-version-store.ts'
import type { StoredSurvey } from './survey-version-store.ts'

export { selectSurveyVersions as surveyVersions } from './survey-version-store.ts'

/** Every survey by its name, in a language; as they are published now. */
export type Surveys = (locale: Locale) => ReadonlyMap<string, Survey>

/** The surveys of a content folder, and their texts in other languages. */
export interface SurveyFiles {
  readonly surveys: ReadonlyMap<string, Survey>
  readonly texts: DataTexts
}

const inEachLanguage = ({ surveys, texts }: SurveyFiles): Surveys => {
  const made = new Map<Locale, ReadonlyMap<string, Survey>>()
  return (locale) => {
    const known = made.get(locale)
    if (known) return known
    const translated = texts(locale)
    const surveysIn = new Map([...surveys].map(([name, survey]) => [name, surveyIn(survey, translated)]))
    made.set(locale, surveysIn)
    return surveysIn
  }
}

/** The surveys as they are published: the latest version of each, or its file where it has none. */
const published = (
  files: ReadonlyMap<string, Survey>,
  stored: readonly StoredSurvey[],
): { readonly surveys: ReadonlyMap<string, Survey>; readonly unreadable: readonly string[] } => {
  const read = stored.map(({ name, document }) => ({ name, survey: SurveyFile.safeParse(document).data }))
  return {
    surveys: new Map([
      ...files,
      ...read.flatMap(({ name, survey }) => (survey === undefined ? [] : [[name, survey] as const])),
    ]),
    unreadable: read.flatMap(({ name, survey }) => (survey === undefined ? [name] : [])),
  }
}

/** The surveys of this process, which follow what is published. */
export const openSurveys = async (deps: AppDeps, files: SurveyFiles): Promise<Surveys> => {
  let current = inEachLanguage(files)
  const takeUp = async (): Promise<void> => {
    const stored = await deps.replica.readVersion('survey', deps.state.version('survey'), selectLatestSurveys)
    const { surveys, unreadable } = published(files.surveys, stored)
    if (unreadable.length > 0)
      deps.log.error({ surveys: unreadable }, 'surveys cannot be read by this release; their files count')
    current = inEachLanguage({ surveys, texts: files.texts })
  }
  await takeUp()
  deps.state.onChange('survey', takeUp)
  return (locale) => current(locale)
}

/** The number of the latest version of a survey; 0 where only a file has it, or nothing. */
export const surveyVersion = async (db: AppDeps['database'], name: string): Promise<number> =>
  (await selectSurveyVersions(db, name, 1))[0]?.number ?? 0

/**
 * Publishes a survey, which every process then asks. `base` is the version that was read. ACTION_NOT_ALLOWED when somebody published it
 * meanwhile.
 */
export const publishSurvey = async (
  tx: Tx,
  { base, staffId }: { readonly base: number; readonly staffId: string | null },
  survey: Survey,
): Promise<number> => {
  await lockSurveyVersions(tx)
  const [latest] = await selectSurveyVersions(tx.db, survey.name, 1)
  if ((latest?.number ?? 0) !== base)
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: 'Someone published this survey meanwhile. Nothing is changed; open it again first.',
    })
  const number = await insertSurveyVersion(tx, { name: survey.name, staffId, document: survey })
  await tx.invalidate('survey')
  return number
}
