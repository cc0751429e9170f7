import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { RequestContext } from '#platform/request-context.ts'
import type { Tx, AppDeps } from '#platform/app-deps.ts'
import { readDataFile } from '#content/rules/data-file.ts'
import { loadDataTexts } from '#content/server/data-files.ts'
import { StartFailure } from '#platform/start-failure.ts'
import { defaultLocale } from '#shared/locale.ts'
import { asksAlready, isOnboarding } from '../rules/onboarding.ts'
import { stepsReached, isComplete } from '../rules/survey-path.ts'
import type { Answers } from '../rules/survey-path.ts'
import { SurveyFile } from '../rules/survey.ts'
import type { Survey } from '../rules/survey.ts'
import { clearCookieAnswers, readCookieAnswers } from './cookie-answers.ts'
import { beginAttempt, completeAttempt, insertSteps, readCompleted, writeAnswers } from './survey-store.ts'
import type { StoredAttempt } from './survey-store.ts'
import type { SurveyFiles, Surveys } from './survey-versions.ts'

export {
  openSurveys,
  publishedSurvey,
  publishSurvey,
  surveyVersion,
  surveyVersions,
} from './survey-versions.ts'
export type { Surveys } from './survey-versions.ts'
export { readAllAnswers as answersOf, deleteAttempts as forgetAnswersOf } from './survey-store.ts'

const addAnswers = async (
  tx: Tx,
  accountId: string,
  survey: Survey,
  attempt: StoredAttempt,
  given: Answers,
): Promise<StoredAttempt> => {
  await writeAnswers(tx, accountId, attempt.id, survey, given)
  const answers = { ...attempt.answers, ...given }
  const completes = attempt.completedAt === null && isComplete(survey, answers)
  const completesProfile = isOnboarding(survey)
  if (completes && (await completeAttempt(tx, accountId, attempt.id, completesProfile)))
    tx.publish({ kind: 'survey-completed', accountId, survey: survey.name, completesProfile })
  return { ...attempt, answers }
}

/**
 * Adds answers to those a member has given. Completing a survey is published once, whatever is changed later (spec §4).
 * `wanted` names the attempt when the caller did; null is returned for one that is not this member's.
 */
export const saveAnswers = async (
  tx: Tx,
  accountId: string,
  survey: Survey,
  given: Answers,
  requestedId: string | null = null,
): Promise<StoredAttempt | null> => {
  const attempt = await beginAttempt(tx, accountId, survey.name)
  if (requestedId !== null && requestedId !== attempt.id) return null
  const saved = await addAnswers(tx, accountId, survey, attempt, given)
  await recordSteps(tx, survey, attempt.answers, saved.answers)
  return saved
}

/** Counts how far a person got with these answers, without the answers and without a name. */
export const recordSteps = (tx: Tx, survey: Survey, before: Answers, after: Answers): Promise<void> =>
  insertSteps(tx, survey.name, stepsReached(survey, before, after))

/** Reads the surveys of the content folder; a wrong file stops the start with its name and line. */
export const readSurveys = async (content: string): Promise<SurveyFiles> => {
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
  const surveys = new Map(await Promise.all(files.map(read)))
  for (const { name, buyers = [] } of surveys.values())
    for (const one of buyers) {
      const other = asksAlready(
        [...surveys.values()].filter((survey) => survey.name !== name),
        one,
      )
      if (other) throw new StartFailure(`The surveys ${name} and ${other.name} both ask buyers of ${one}.`)
    }
  return {
    surveys,
    texts: await loadDataTexts(content, 'surveys.json'),
  }
}

/** At sign-in the answers in this browser become the member's, unless the member has answered before. */
export const linkAnswers = async (
  tx: Tx,
  context: Pick<RequestContext, 'cookies' | 'locale'>,
  accountId: string,
  surveys: Surveys,
): Promise<void> => {
  for (const survey of surveys(context.locale).values()) {
    const cookieAnswers = readCookieAnswers(context, survey)
    if (!cookieAnswers) continue
    const attempt = await beginAttempt(tx, accountId, survey.name)
    // Counted when they were given.
    if (Object.keys(attempt.answers).length === 0)
      await addAnswers(tx, accountId, survey, attempt, cookieAnswers.answers)
    clearCookieAnswers(context, survey)
  }
}

/**
 * Whether a member has completed an onboarding survey, and with it the profile. It was one or not when it was completed; only an attempt
 * of the release before, which did not write it down, is as the survey is today.
 */
export const hasProfile = async (
  db: AppDeps['database'],
  surveys: Surveys,
  accountId: string,
): Promise<boolean> =>
  (await readCompleted(db, accountId)).some(
    ({ survey, completesProfile }) =>
      completesProfile ?? isOnboarding(surveys(defaultLocale).get(survey) ?? {}),
  )
