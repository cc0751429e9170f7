import { productGroup } from '#catalogue/rules/product.ts'
import { isQuizAudience } from '#location/rules/quiz-audience.ts'
import { ordersOf } from '#order/server/orders.ts'
import type { ReplyOf } from '#shared/call.ts'
import { ShopError } from '#shared/errors.ts'
import type { CallContext, Handler } from '#platform/call-context.ts'
import { inTransaction } from '#platform/transaction.ts'
import type { World } from '#platform/world.ts'
import type { answerSurvey, answerUserSurvey, viewOnboarding, viewSurvey, viewUserSurvey } from '../calls.ts'
import { onboardingSurvey } from '../rules/onboarding.ts'
import type { Survey } from '../rules/survey.ts'
import type { Answers } from '../rules/survey-path.ts'
import { stepsReached } from '../rules/survey-steps.ts'
import { answersFrom } from '../rules/survey-responses.ts'
import type { SurveyResponse } from '../rules/survey-responses.ts'
import { keepAnswers, readKept } from './kept-answers.ts'
import type { Surveys } from './survey-files.ts'
import { readAttempt, readAttemptById } from './survey-store.ts'
import { noteSteps, saveAnswers } from './surveys.ts'
import { wireSurvey, wireUserSurvey } from './wire-survey.ts'

const notOffered = 'We do not offer this quiz to visitors from your state.'

/** Unknown visitors from some regions are not asked about their health (spec §4). */
const checkAudience = ({ audience }: Survey, { actor, region }: CallContext): void => {
  const email = actor.kind === 'member' ? actor.email : null
  if (audience === 'quiz' && !isQuizAudience(region, email))
    throw new ShopError('ACTION_NOT_ALLOWED', { detail: notOffered, data: { reason: 'quiz-audience' } })
}

const surveyNamed = (surveys: Surveys, name: string): Survey => {
  const survey = surveys.get(name)
  if (!survey) throw new ShopError('NOT_FOUND')
  return survey
}

interface Found {
  readonly id: string
  readonly survey: Survey
  readonly answers: Answers
}

/** The answers with this id, if they are of whoever asks. */
const findById = async (
  { database }: World,
  surveys: Surveys,
  context: CallContext,
  id: string,
): Promise<Found> => {
  const { actor } = context
  const stored = actor.kind === 'member' ? await readAttemptById(database, actor.accountId, id) : null
  const named = stored && surveys.get(stored.survey)
  if (stored && named) return { id, survey: named, answers: stored.answers }
  for (const survey of surveys.values()) {
    const kept = readKept(context, survey)
    if (kept?.id === id) return { id, survey, answers: kept.answers }
  }
  throw new ShopError('NOT_FOUND')
}

const answersHere = async ({ database }: World, survey: Survey, context: CallContext) => {
  const { actor } = context
  const stored = actor.kind === 'member' ? await readAttempt(database, actor.accountId, survey.name) : null
  return stored ?? readKept(context, survey)
}

const answer = async (
  world: World,
  context: CallContext,
  survey: Survey,
  responses: readonly SurveyResponse[],
  wanted: string | null,
) => {
  checkAudience(survey, context)
  const given = answersFrom(survey, responses)
  const kept = readKept(context, survey)
  const { actor } = context
  if (actor.kind === 'member') {
    const saved = await inTransaction(world, (work) =>
      saveAnswers(work, actor.accountId, survey, given, wanted === kept?.id ? null : wanted),
    )
    if (!saved) throw new ShopError('NOT_FOUND')
    return { msg: 'created' as const, ...wireUserSurvey(survey, saved) }
  }
  if (wanted !== null && wanted !== kept?.id) throw new ShopError('NOT_FOUND')
  const before = kept?.answers ?? {}
  const all = { id: kept?.id ?? world.ids.randomUuid(), answers: { ...before, ...given } }
  keepAnswers(context, survey, all)
  if (stepsReached(survey, before, all.answers).length > 0)
    await inTransaction(world, (work) => noteSteps(work, survey, before, all.answers))
  return { msg: 'created' as const, ...wireUserSurvey(survey, all) }
}

/** One survey for everything that a member has bought, so that a second product asks no second survey at once. */
const onboardingOf = async (
  world: World,
  surveys: Surveys,
  context: CallContext,
): Promise<ReplyOf<typeof viewOnboarding>> => {
  const { actor } = context
  if (actor.kind !== 'member') throw new ShopError('UNAUTHENTICATED')
  const orders = await ordersOf(world.database, actor.accountId)
  const codes = orders.flatMap(({ lines }) => lines.map((line) => line.plan_code))
  if (codes.length === 0) return { survey: null }
  const survey = surveyNamed(surveys, onboardingSurvey[productGroup(codes)])
  const { title, lead } = survey
  const found = await answersHere(world, survey, context)
  const {
    survey_id: id,
    completed,
    answered,
    number_of_questions: all,
  } = wireUserSurvey(survey, found ?? { id: '', answers: {} })
  return { survey: { survey_id: id, title, lead, completed, answered, number_of_questions: all } }
}

interface SurveyHandlers {
  readonly viewOnboarding: Handler<typeof viewOnboarding>
  readonly viewSurvey: Handler<typeof viewSurvey>
  readonly viewUserSurvey: Handler<typeof viewUserSurvey>
  readonly answerSurvey: Handler<typeof answerSurvey>
  readonly answerUserSurvey: Handler<typeof answerUserSurvey>
}

/** The handlers of `survey/calls.ts`. A member's answers are kept with the account, a visitor's in the browser alone. */
export const createSurveyHandlers = (world: World, surveys: Surveys): SurveyHandlers => ({
  viewOnboarding: (context) => onboardingOf(world, surveys, context),
  viewSurvey: async (context, { name }) => {
    const survey = surveyNamed(surveys, name)
    checkAudience(survey, context)
    return wireSurvey(survey, await answersHere(world, survey, context))
  },
  viewUserSurvey: async (context, { id }) => {
    const found = await findById(world, surveys, context, id)
    return wireUserSurvey(found.survey, found)
  },
  answerSurvey: async (context, { survey_name: name, user_survey_id: id, survey_responses: responses }) =>
    answer(world, context, surveyNamed(surveys, name), responses, id ?? null),
  answerUserSurvey: async (context, { id, survey_responses: responses }) => {
    const { survey } = await findById(world, surveys, context, id)
    return answer(world, context, survey, responses, id)
  },
})
