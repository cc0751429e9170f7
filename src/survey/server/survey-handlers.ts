import * as endpoints from '../endpoints.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { readCatalogue } from '#catalogue/server/plans.ts'
import { isQuizAudience } from '../rules/quiz-audience.ts'
import { boughtPlansOf } from '#order/server/orders.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { ShopError } from '#shared/errors.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { viewOnboarding } from '../endpoints.ts'
import { onboardingFor, stepsReached } from '../rules/survey-steps.ts'
import type { Survey } from '../rules/survey.ts'
import type { Answers } from '../rules/survey-path.ts'
import { answersFrom } from '../rules/survey-responses.ts'
import type { SurveyResponse } from '../rules/survey-responses.ts'
import { saveCookieAnswers, readCookieAnswers } from './cookie-answers.ts'
import type { Surveys } from './survey-files.ts'
import { readAttempt, readAttemptById } from './survey-store.ts'
import { recordSteps, saveAnswers } from './surveys.ts'
import { wireSurvey, wireUserSurvey } from './wire-survey.ts'

const notOfferedMessage = 'This quiz isn’t available to visitors from your state.'

/** Unknown visitors from some regions are not asked about their health (spec §4). */
const checkAudience = ({ audience }: Survey, { actor, region }: RequestContext): void => {
  const email = actor.kind === 'member' ? actor.email : null
  if (audience === 'quiz' && !isQuizAudience(region, email))
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: notOfferedMessage,
      data: { reason: 'quiz-audience' },
    })
}

const surveyNamed = (surveys: Surveys, { locale }: RequestContext, name: string): Survey => {
  const survey = surveys(locale).get(name)
  if (!survey) throw new ShopError('NOT_FOUND')
  return survey
}

interface FoundSurvey {
  readonly id: string
  readonly survey: Survey
  readonly answers: Answers
}

/** The answers with this id, if they belong to the person of the request. */
const findById = async (
  { database }: AppDeps,
  surveys: Surveys,
  context: RequestContext,
  id: string,
): Promise<FoundSurvey> => {
  const { actor, locale } = context
  const inLanguage = surveys(locale)
  const stored = actor.kind === 'member' ? await readAttemptById(database, actor.accountId, id) : null
  const named = stored && inLanguage.get(stored.survey)
  if (stored && named) return { id, survey: named, answers: stored.answers }
  for (const survey of inLanguage.values()) {
    const cookieAnswers = readCookieAnswers(context, survey)
    if (cookieAnswers?.id === id) return { id, survey, answers: cookieAnswers.answers }
  }
  throw new ShopError('NOT_FOUND')
}

const currentAnswers = async ({ database }: AppDeps, survey: Survey, context: RequestContext) => {
  const { actor } = context
  const stored = actor.kind === 'member' ? await readAttempt(database, actor.accountId, survey.name) : null
  return stored ?? readCookieAnswers(context, survey)
}

const submitAnswers = async (
  deps: AppDeps,
  context: RequestContext,
  survey: Survey,
  responses: readonly SurveyResponse[],
  requestedId: string | null,
) => {
  checkAudience(survey, context)
  const given = answersFrom(survey, responses)
  const cookieAnswers = readCookieAnswers(context, survey)
  const { actor } = context
  if (actor.kind === 'member') {
    const saved = await inTransaction(deps, (tx) =>
      saveAnswers(tx, actor.accountId, survey, given, requestedId === cookieAnswers?.id ? null : requestedId),
    )
    if (!saved) throw new ShopError('NOT_FOUND')
    return { msg: 'created' as const, ...wireUserSurvey(survey, saved) }
  }
  if (requestedId !== null && requestedId !== cookieAnswers?.id) throw new ShopError('NOT_FOUND')
  const before = cookieAnswers?.answers ?? {}
  const all = { id: cookieAnswers?.id ?? deps.ids.randomUuid(), answers: { ...before, ...given } }
  saveCookieAnswers(context, survey, all)
  if (stepsReached(survey, before, all.answers).length > 0)
    await inTransaction(deps, (tx) => recordSteps(tx, survey, before, all.answers))
  return { msg: 'created' as const, ...wireUserSurvey(survey, all) }
}

/** One survey for everything that a member has bought, so that a second product needs no second survey at once. */
const onboardingOf = async (
  deps: AppDeps,
  surveys: Surveys,
  context: RequestContext,
): Promise<ReplyOf<typeof viewOnboarding>> => {
  const { actor } = context
  if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  const codes = await boughtPlansOf(deps.database, actor.accountId)
  if (codes.length === 0) return { survey: null }
  const { entries } = await readCatalogue(deps)
  const name = onboardingFor(codes, (code) => entries.get(code)?.survey)
  if (name === null) return { survey: null }
  const survey = surveyNamed(surveys, context, name)
  const { title, lead } = survey
  const found = await currentAnswers(deps, survey, context)
  const {
    survey_id: id,
    completed,
    answered,
    number_of_questions: all,
  } = wireUserSurvey(survey, found ?? { id: '', answers: {} })
  return { survey: { survey_id: id, title, lead, completed, answered, number_of_questions: all } }
}

/**
 * The handlers of `survey/endpoints.ts`. A member's answers are stored with the account, a visitor's only in the
 * browser.
 */
const createSurveyHandlers = (deps: AppDeps, surveys: Surveys): HandlersFor<typeof endpoints> => ({
  viewOnboarding: (context) => onboardingOf(deps, surveys, context),
  viewSurvey: async (context, { name }) => {
    const survey = surveyNamed(surveys, context, name)
    checkAudience(survey, context)
    return wireSurvey(survey, await currentAnswers(deps, survey, context))
  },
  viewUserSurvey: async (context, { id }) => {
    const found = await findById(deps, surveys, context, id)
    return wireUserSurvey(found.survey, found)
  },
  answerSurvey: async (context, { survey_name: name, user_survey_id: id, survey_responses: responses }) =>
    submitAnswers(deps, context, surveyNamed(surveys, context, name), responses, id ?? null),
  answerUserSurvey: async (context, { id, survey_responses: responses }) => {
    const { survey } = await findById(deps, surveys, context, id)
    return submitAnswers(deps, context, survey, responses, id)
  },
})

/** The endpoints of surveys. */
export const surveyRoutes = (deps: AppDeps, surveys: Surveys): readonly Route[] =>
  routes(endpoints, createSurveyHandlers(deps, surveys))
