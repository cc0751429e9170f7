import * as endpoints from '../endpoints.ts'
import type { findOnboarding, viewOnboarding, UserSurvey, viewSurvey } from '../endpoints.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { readCatalogue } from '#catalogue/server/plans.ts'
import { hasQuiz, isQuizAudience } from '../rules/quiz-audience.ts'
import { boughtPlansOf } from '#order/server/orders.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { ShopError } from '#shared/errors.ts'
import type { RequestContext } from '#platform/request-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { defaultQuizCode } from '#coupon/rules/quiz-code.ts'
import { defaultLocale } from '#shared/locale.ts'
import { ownValue } from '#shared/own-value.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import {
  stepsReached,
  answersOnPath,
  isComplete,
  nextQuestion,
  outcomeOf,
  pathOf,
} from '../rules/survey-path.ts'
import type { Answers, Answer } from '../rules/survey-path.ts'
import { onboardingFor } from '../rules/onboarding.ts'
import { untranslatedTexts } from '../rules/survey-translation.ts'
import type { Survey, Outcome, Question } from '../rules/survey.ts'
import { answersFrom } from '../rules/survey-responses.ts'
import type { SurveyResponse } from '../rules/survey-responses.ts'
import { saveCookieAnswers, readCookieAnswers } from './cookie-answers.ts'
import { recordSteps, saveAnswers } from './surveys.ts'
import type { Surveys } from './surveys.ts'
import { readAttempt, readAttemptById } from './survey-store.ts'

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
  if (!survey || (survey.audience === 'quiz' && !hasQuiz)) throw new ShopError('NOT_FOUND')
  return survey
}

/** What a survey says in the first language on pages of the language of the request. */
const untranslatedIn = (surveys: Surveys, { locale }: RequestContext, survey: Survey): string[] => {
  const first = locale === defaultLocale ? undefined : surveys(defaultLocale).get(survey.name)
  return first ? [...untranslatedTexts(survey, first, locale)] : []
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

const responsesOf = (survey: Survey, question: Question, answer: Answer): UserSurvey['survey_responses'] => {
  const base = { survey_id: survey.name, question_id: question.id, question: question.text }
  if (question.kind === 'text') {
    return [{ ...base, option_id: null, option_text: null, answer_text: answer.text }]
  }
  return question.options
    .filter(({ id }) => answer.optionIds.includes(id))
    .map(({ id, text }) => ({ ...base, option_id: id, option_text: text, answer_text: null }))
}

const wireOutcome = ({ id, verdict, title, text, claim, code, action }: Outcome) => ({
  id,
  verdict,
  title,
  text,
  claim,
  promo_code: code ? defaultQuizCode : null,
  action,
})

/** A person's answers as wire object. */
const wireUserSurvey = (
  survey: Survey,
  { id, answers }: { readonly id: string; readonly answers: Answers },
): UserSurvey => {
  const counted = answersOnPath(survey, answers)
  const outcome = outcomeOf(survey, answers)
  return {
    user_survey_id: id,
    survey_id: survey.name,
    completed: isComplete(survey, answers),
    number_of_questions: pathOf(survey, answers).length,
    answered: Object.keys(counted).length,
    next_question_id: nextQuestion(survey, answers)?.id ?? null,
    survey_responses: survey.questions.flatMap((question) => {
      const answer = ownValue(counted, question.id)
      return answer ? responsesOf(survey, question, answer) : []
    }),
    outcome: outcome && wireOutcome(outcome),
  }
}

const wireQuestion = ({ id, text, note, kind, options }: Question) => ({
  question_id: id,
  question: text,
  note: note ?? null,
  kind,
  options: options.map((option) => ({ option_id: option.id, option_text: option.text })),
})

/** A survey with a person's answers, if there are any. */
const wireSurvey = (
  survey: Survey,
  attempt: { readonly id: string; readonly answers: Answers } | null,
  untranslated: string[],
): ReplyOf<typeof viewSurvey> => ({
  survey_id: survey.name,
  title: survey.title,
  lead: survey.lead,
  questions: survey.questions.map(wireQuestion),
  path: pathOf(survey, attempt?.answers ?? {}).map(({ id }) => id),
  untranslated,
  user_survey: attempt && wireUserSurvey(survey, attempt),
})

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

/** The survey of plans; without any of the first plan of the shop. */
const onboardingOfPlans = async (
  deps: AppDeps,
  surveys: Surveys,
  codes: readonly string[],
): Promise<ReplyOf<typeof findOnboarding>> => {
  const catalogue = await readCatalogue(deps)
  const first = [...catalogue.in(defaultCurrency).keys()].slice(0, 1)
  const survey = onboardingFor(
    codes.length === 0 ? first : codes,
    surveys(defaultLocale).values(),
    (code) => catalogue.entries.get(code)?.survey,
  )
  return { survey }
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
  const { survey: name } = await onboardingOfPlans(deps, surveys, codes)
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
  const untranslated = untranslatedIn(surveys, context, survey)
  return {
    survey: { survey_id: id, title, lead, untranslated, completed, answered, number_of_questions: all },
  }
}

/**
 * The handlers of `survey/endpoints.ts`. A member's answers are stored with the account, a visitor's only in the
 * browser.
 */
const createSurveyHandlers = (deps: AppDeps, surveys: Surveys): HandlersFor<typeof endpoints> => ({
  findOnboarding: async ({ actor }, { plans }) => {
    const named = plans.split(',').filter((code) => code !== '')
    const isOwn = named.length === 0 && actor.kind === 'member'
    return onboardingOfPlans(
      deps,
      surveys,
      isOwn ? await boughtPlansOf(deps.database, actor.accountId) : named,
    )
  },
  viewOnboarding: (context) => onboardingOf(deps, surveys, context),
  viewSurvey: async (context, { name }) => {
    const survey = surveyNamed(surveys, context, name)
    checkAudience(survey, context)
    const attempt = await currentAnswers(deps, survey, context)
    return wireSurvey(survey, attempt, untranslatedIn(surveys, context, survey))
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
