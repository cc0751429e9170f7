import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'

/** Free text; visitors' answers have to fit into a cookie. */
export const maxAnswerLength = 200

const Name = z.string().max(60)

/** One answer (spec §3). */
const Response = z.object({
  survey_id: z.string().max(60).nullish(),
  question_id: z.string().max(60),
  question: z.string().max(500).nullish(),
  option_id: z.string().max(60).nullish(),
  option_text: z.string().max(500).nullish(),
  answer_text: z.string().max(maxAnswerLength, `Please use at most ${maxAnswerLength} characters.`).nullish(),
})

const Responses = z.array(Response).min(1).max(60)

const Outcome = z.object({
  id: z.string(),
  verdict: z.string(),
  title: z.string(),
  text: z.array(z.string()),
  claim: z.boolean(),
  promo_code: z.string().nullable(),
  action: z.object({ label: z.string(), href: z.string() }),
})

/** A person's answers to a survey. */
const UserSurvey = z.object({
  user_survey_id: z.string(),
  survey_id: z.string(),
  completed: z.boolean(),
  /** Questions on the path that the answers lead along. */
  number_of_questions: z.number().int(),
  answered: z.number().int(),
  /** The question to go on with; null when all are answered. */
  next_question_id: z.string().nullable(),
  survey_responses: z.array(
    z.object({
      survey_id: z.string(),
      question_id: z.string(),
      question: z.string(),
      option_id: z.string().nullable(),
      option_text: z.string().nullable(),
      answer_text: z.string().nullable(),
    }),
  ),
  /** The outcome of a quiz. */
  outcome: Outcome.nullable(),
})

export type UserSurvey = z.output<typeof UserSurvey>

const Question = z.object({
  question_id: z.string(),
  question: z.string(),
  note: z.string().nullable(),
  kind: z.enum(['one', 'many', 'text']),
  options: z.array(z.object({ option_id: z.string(), option_text: z.string() })),
})

/** A survey with the person's answers: a member's are stored with the account, a visitor's in the browser. */
export const viewSurvey = defineEndpoint({
  name: 'viewSurvey',
  method: 'GET',
  path: '/survey/{name}/',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads questions' },
  payload: z.object({ name: Name }),
  reply: z.object({
    survey_id: z.string(),
    title: z.string(),
    lead: z.string(),
    questions: z.array(Question),
    /** The questions on the path of the answers so far, in order. */
    path: z.array(z.string()),
    /** Its texts that are in the first language of the shop, because the language of the request has none for them. */
    untranslated: z.array(z.string()),
    user_survey: UserSurvey.nullable(),
  }),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})

/** Only to whom it belongs. */
export const viewUserSurvey = defineEndpoint({
  name: 'viewUserSurvey',
  method: 'GET',
  path: '/survey/user-survey/{id}/',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads the own answers' },
  payload: z.object({ id: z.uuid() }),
  reply: UserSurvey,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
})

const answered = z.object({ msg: z.literal('created'), ...UserSurvey.shape })

/** Adds answers to one's own answers of a survey, or begins them. */
export const answerSurvey = defineEndpoint({
  name: 'answerSurvey',
  method: 'POST',
  path: '/survey/survey-answers/',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['lookup'],
  payload: z.object({
    /** In the query: `?survey_name={name}`. */
    survey_name: Name,
    user_survey_id: z.uuid().nullish(),
    survey_responses: Responses,
  }),
  reply: answered,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})

export const answerUserSurvey = defineEndpoint({
  name: 'answerUserSurvey',
  method: 'POST',
  path: '/survey/{id}/survey-answers/',
  spec: 'spec §7',
  access: 'anyone',
  agent: 'as-visitor',
  limit: ['lookup'],
  payload: z.object({ id: z.uuid(), survey_responses: Responses }),
  reply: answered,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'ACTION_NOT_ALLOWED'],
})

/** The onboarding survey for what a member has ordered (spec §4), and its progress; null before the first order. */
export const viewOnboarding = defineEndpoint({
  name: 'viewOnboarding',
  method: 'GET',
  path: '/api/survey/onboarding',
  spec: 'shop',
  access: 'member',
  agent: 'denied',
  limit: { none: 'a member reads their own' },
  payload: z.object({}),
  reply: z.object({
    survey: z
      .object({
        survey_id: z.string(),
        title: z.string(),
        lead: z.string(),
        /** As of `viewSurvey`. */
        untranslated: z.array(z.string()),
        completed: z.boolean(),
        answered: z.number().int(),
        number_of_questions: z.number().int(),
      })
      .nullable(),
  }),
  errors: ['UNAUTHENTICATED'],
})

/**
 * The onboarding survey for plans, by their codes with commas between; without any for what the signed-in member bought, else for the first
 * plan of the shop.
 */
export const findOnboarding = defineEndpoint({
  name: 'findOnboarding',
  method: 'GET',
  path: '/api/survey/onboarding-for-plans',
  spec: 'shop',
  access: 'anyone',
  agent: 'as-visitor',
  limit: { none: 'reads what everybody may read' },
  payload: z.object({ plans: z.string().max(2000).default('') }),
  reply: z.object({ survey: z.string().nullable() }),
  errors: ['VALIDATION_ERROR'],
})
