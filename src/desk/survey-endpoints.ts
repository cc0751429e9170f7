import { z } from 'zod'
import { defineEndpoint } from '#shared/endpoint.ts'
import { languages } from '#shared/languages.ts'
import { oneLine } from '#shared/one-line.ts'
import { readErrors, reads } from './endpoint-defaults.ts'

const Name = z
  .string()
  .trim()
  .regex(
    /^(?!new$)[a-z][a-z0-9-]{0,39}$/,
    'Please enter small letters, digits and hyphens, with a letter first.',
  )

const count = z.number().int()

const Survey = z.object({
  name: z.string(),
  title: z.string(),
  questions: count,
  /** Plans whose entries name it, by their codes. */
  plans: z.array(z.string()),
  /** Whose onboarding it is: products by how the codes of their plans begin, `kelp+tea` for both. */
  buyers: z.array(z.string()),
  is_quiz: z.boolean(),
  /** 0 where only a file of the release has it. */
  version: count,
})

export type DeskSurvey = z.output<typeof Survey>

/** Every survey, by name. */
export const listDeskSurveys = defineEndpoint({
  ...reads,
  name: 'listDeskSurveys',
  method: 'GET',
  path: '/api/desk/surveys/',
  permission: 'catalogue:read',
  payload: z.object({}),
  reply: z.object({ surveys: z.array(Survey) }),
  errors: readErrors,
})

const Question = z.object({
  id: z.string(),
  text: z.string(),
  note: z.string(),
  has_several: z.boolean(),
  options: z.array(z.string()),
  /** Whether an answer decides which question comes next. */
  has_branches: z.boolean(),
  /** What comes after it: the id of a question, `end`, or empty for the next one in order. */
  next: z.string(),
  /** The same answers, and where each leads; empty where it leads on as the question does. */
  answers: z.array(z.object({ id: z.string(), text: z.string(), next: z.string() })),
})

export type DeskSurveyQuestion = z.output<typeof Question>

const Answer = z.object({ question: z.string().max(40), option: z.string().max(40) })

const Outcome = z.object({
  id: z.string(),
  verdict: z.string(),
  title: z.string(),
  text: z.array(z.string()),
  /** What its button says, and where it leads. */
  label: z.string(),
  href: z.string(),
  /** Whether it gives the code of the quiz. */
  code: z.boolean(),
  /** Whether it is marked as a claim about health: then its words stay. */
  is_claim: z.boolean(),
  /** Answers of which one was given, for each question that is among them; none for everybody. */
  answers: z.array(Answer),
})

export type DeskSurveyOutcome = z.output<typeof Outcome>

/** A survey as a form shows it, in the first language of the shop, and its versions with the newest first. */
export const viewDeskSurvey = defineEndpoint({
  ...reads,
  name: 'viewDeskSurvey',
  method: 'GET',
  path: '/api/desk/surveys/{name}/',
  permission: 'catalogue:read',
  payload: z.object({ name: Name }),
  reply: Survey.extend({
    lead: z.string(),
    questions: z.array(Question),
    /** What people get for their answers: the first one that fits. */
    outcomes: z.array(Outcome),
    /** The languages of the shop after the first, and how many of its texts are shown in the first one there. */
    languages: z.array(z.object({ code: z.string(), name: z.string(), texts: count, missing: count })),
    history: z.array(z.object({ number: count, at: z.string(), by: z.string(), what: z.string() })),
  }),
  errors: readErrors,
})

const Base = z.coerce.number().int().min(0).max(2_000_000_000)

const text = (longest: number) => oneLine().max(longest, 'Please write less.')

/**
 * Publishes a survey, `base` 0 for one without a version. Questions and answers that were there keep their ids, so that answers of before
 * belong to them. VALIDATION_ERROR by field, `questions.2.options`, and `buyers` where another survey asks them; ACTION_NOT_ALLOWED when someone published it meanwhile.
 */
export const publishDeskSurvey = defineEndpoint({
  ...reads,
  name: 'publishDeskSurvey',
  method: 'POST',
  path: '/api/desk/surveys/{name}/publish/',
  permission: 'catalogue:change',
  payload: z.object({
    name: Name,
    base: Base,
    is_new: z.boolean().default(false),
    title: text(120).min(1, 'Please enter a title.'),
    lead: text(300).min(1, 'Please enter a sentence.'),
    /** Missing: as before. */
    buyers: z.array(z.string().max(120)).max(60).optional(),
    questions: z
      .array(
        z.object({
          id: z.string().max(40),
          text: text(200),
          note: text(200),
          has_several: z.boolean(),
          options: z.array(text(120).min(1)).max(30),
          /** Which one it is asked as, from 1; missing: where it is in the list. */
          place: z.coerce.number('Please enter a number.').int().min(1).max(99).optional(),
        }),
      )
      .max(40),
  }),
  reply: z.object({ version: count }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

/**
 * Publishes where answers lead: to a later question, or the end. VALIDATION_ERROR at `branches.2.next`, or at `questions.2` for a question
 * that nobody would be asked; ACTION_NOT_ALLOWED when someone published the survey meanwhile.
 */
export const branchDeskSurvey = defineEndpoint({
  ...reads,
  name: 'branchDeskSurvey',
  method: 'POST',
  path: '/api/desk/surveys/{name}/branches/',
  permission: 'catalogue:change',
  payload: z.object({
    name: Name,
    base: Base,
    branches: z
      .array(
        z.object({
          question: z.string().max(40),
          /** Empty for the question itself. */
          option: z.string().max(40),
          /** Empty for the next question in order; of an answer: as the question leads. */
          next: z.string().max(40),
        }),
      )
      .max(1300),
  }),
  reply: z.object({ version: count }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

/**
 * Publishes what people get for their answers; the first outcome that fits is the one, the last is for everybody. VALIDATION_ERROR at
 * `outcomes.2.answers`; ACTION_NOT_ALLOWED when someone published the survey meanwhile.
 */
export const setDeskSurveyOutcomes = defineEndpoint({
  ...reads,
  name: 'setDeskSurveyOutcomes',
  method: 'POST',
  path: '/api/desk/surveys/{name}/outcomes/',
  permission: 'catalogue:change',
  payload: z.object({
    name: Name,
    base: Base,
    outcomes: z
      .array(
        z.object({
          id: z.string().max(40),
          verdict: text(60),
          title: text(120),
          text: z.array(text(600).min(1)).max(6),
          label: text(60),
          href: text(200),
          code: z.boolean().default(false),
          answers: z.array(Answer).max(300),
          /** Its position in the order in which outcomes are tried, from 1; missing: where it is in the list. */
          place: z.coerce.number('Please enter a number.').int().min(1).max(99).optional(),
        }),
      )
      .max(30),
  }),
  reply: z.object({ version: count }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})

const LanguageCode = z.enum(languages)

/** The texts of a survey in the order in which people read them, and what a language of the shop has for each; empty for nothing. */
export const viewDeskSurveyTexts = defineEndpoint({
  ...reads,
  name: 'viewDeskSurveyTexts',
  method: 'GET',
  path: '/api/desk/surveys/{name}/texts/{language}/',
  permission: 'catalogue:read',
  payload: z.object({ name: Name, language: LanguageCode }),
  reply: z.object({
    version: count,
    /** The name of the language. */
    language: z.string(),
    texts: z.array(z.object({ text: z.string(), translation: z.string() })),
  }),
  errors: readErrors,
})

/**
 * Publishes all texts of a survey in a language after the first; what is empty, or missing, is shown in the first one. ACTION_NOT_ALLOWED
 * when someone published the survey meanwhile.
 */
export const translateDeskSurvey = defineEndpoint({
  ...reads,
  name: 'translateDeskSurvey',
  method: 'POST',
  path: '/api/desk/surveys/{name}/texts/{language}/',
  permission: 'catalogue:change',
  payload: z.object({
    name: Name,
    language: LanguageCode,
    base: Base,
    texts: z.array(z.object({ text: z.string().max(2000), translation: text(1000) })).max(1500),
  }),
  reply: z.object({ version: count }),
  errors: [...readErrors, 'ACTION_NOT_ALLOWED'],
})
