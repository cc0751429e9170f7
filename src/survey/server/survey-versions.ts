import type { DataTexts } from '#content/rules/data-texts.ts'
import type { AppDeps, Tx } from '#platform/app-deps.ts'
import { ShopError } from '#shared/errors.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { SurveyFile } from '../rules/survey.ts'
import type { Survey } from '../rules/survey.ts'
import { surveyIn, translatorOf } from '../rules/survey-translation.ts'
import {
  insertSurveyVersion,
  lockSurveyVersions,
  selectLatestSurveys,
  selectSurveyVersions,
} from './survey-version-store.ts'
import type { StoredSurvey } from './survey-version-store.ts'

export { selectSurveyVersions as surveyVersions } from './survey-version-store.ts'

/** Every survey by its name, in a language; as they are published now. */
export interface Surveys {
  (locale: Locale): ReadonlyMap<string, Survey>
  /** What the content folder has, for what a version does not say. */
  readonly files: SurveyFiles
}

/** The surveys of a content folder, and their texts in other languages. */
export interface SurveyFiles {
  readonly surveys: ReadonlyMap<string, Survey>
  readonly texts: DataTexts
}

const inEachLanguage = ({
  surveys,
  texts,
}: SurveyFiles): ((locale: Locale) => ReadonlyMap<string, Survey>) => {
  const made = new Map<Locale, ReadonlyMap<string, Survey>>()
  return (locale) => {
    const known = made.get(locale)
    if (known) return known
    const ofFiles = texts(locale)
    const surveysIn = new Map(
      [...surveys].map(([name, survey]) => [name, surveyIn(survey, translatorOf(survey, locale, ofFiles))]),
    )
    made.set(locale, surveysIn)
    return surveysIn
  }
}

/** A version; one from before versions said whom they ask has the buyers of its file. */
const versionOf = (document: unknown, file: Survey | undefined): Survey | undefined => {
  const survey = SurveyFile.safeParse(document).data
  return survey && { ...survey, buyers: survey.buyers ?? file?.buyers ?? [] }
}

/** The surveys as they are published: the latest version of each, or its file where it has none. */
const published = (
  files: ReadonlyMap<string, Survey>,
  stored: readonly StoredSurvey[],
): { readonly surveys: ReadonlyMap<string, Survey>; readonly unreadable: readonly string[] } => {
  const read = stored.map(({ name, document }) => ({ name, survey: versionOf(document, files.get(name)) }))
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
  return Object.assign((locale: Locale) => current(locale), { files })
}

/** The number of the latest version of a survey; 0 where only a file has it, or nothing. */
export const surveyVersion = async (db: AppDeps['database'], name: string): Promise<number> =>
  (await selectSurveyVersions(db, name, 1))[0]?.number ?? 0

/** A survey with its version. */
export interface PublishedSurvey {
  /** 0 where only a file has it, or nothing. */
  readonly version: number
  /** Undefined where there is none of this name. */
  readonly survey: Survey | undefined
}

/**
 * A survey as the database has it now, in the language of its document: `surveys`, which this process follows a moment later, has
 * those of files.
 */
export const publishedSurvey = async (
  db: AppDeps['database'],
  surveys: Surveys,
  name: string,
): Promise<PublishedSurvey> => {
  const [latest] = await selectSurveyVersions(db, name, 1)
  const stored = latest && versionOf(latest.document, surveys.files.surveys.get(name))
  return { version: latest?.number ?? 0, survey: stored ?? surveys(defaultLocale).get(name) }
}

interface Publication {
  readonly name: string
  /** The version that was read. */
  readonly base: number
  readonly staffId: string | null
  /** What becomes of the survey that is published, beside all others; it may refuse. */
  readonly edit: (before: Survey | undefined, others: readonly Survey[]) => Survey
}

/**
 * Publishes a survey, which every process then asks. It is read again under the lock of publications. ACTION_NOT_ALLOWED when somebody
 * published it meanwhile.
 */
export const publishSurvey = async (
  tx: Tx,
  surveys: Surveys,
  { name, base, staffId, edit }: Publication,
): Promise<{ readonly version: number; readonly before: Survey | undefined; readonly after: Survey }> => {
  await lockSurveyVersions(tx)
  const latest = await publishedSurvey(tx.db, surveys, name)
  const all = published(surveys.files.surveys, await selectLatestSurveys(tx.db)).surveys
  const after = edit(
    latest.survey,
    [...all.values()].filter((other) => other.name !== name),
  )
  if (latest.version !== base)
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: 'Someone published this survey meanwhile. Nothing is changed; open it again first.',
    })
  const version = await insertSurveyVersion(tx, { name, staffId, document: after })
  await tx.invalidate('survey')
  return { version, before: latest.survey, after }
}
