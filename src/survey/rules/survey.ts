import { z } from 'zod'
import { TranslationFile } from '#content/rules/data-texts.ts'
import { languages } from '#shared/languages.ts'

const NonEmptyText = z.string().trim().min(1)

/** Ids are in URLs, form fields and cookies. */
const Id = z.string().regex(/^[a-z0-9-]{1,40}$/, 'an id is made of a-z, 0-9 and hyphens')

/** The target of a question or an option: the id of a question, or the end of the survey. */
const Next = Id

export const surveyEnd = 'end'

const Option = z.strictObject({ id: Id, text: NonEmptyText, next: Next.optional() })

const Question = z.strictObject({
  id: Id,
  text: NonEmptyText,
  note: NonEmptyText.optional(),
  /** One of the options, any number of them, or free text. */
  kind: z.enum(['one', 'many', 'text']),
  options: z.array(Option),
  /** If missing: the next question in the file. */
  next: Next.optional(),
})

/** An outcome of a quiz. The first outcome whose every `when` matches the answers applies. */
const Outcome = z.strictObject({
  id: Id,
  when: z.record(Id, z.array(Id).min(1)),
  verdict: NonEmptyText,
  title: NonEmptyText,
  text: z.array(NonEmptyText).min(1),
  /** Holds a statement that the regulatory disclaimer belongs to (ruling 8). */
  claim: z.boolean().default(false),
  /** Gives the quiz code (spec §9). */
  code: z.boolean().default(false),
  action: z.strictObject({ label: NonEmptyText, href: z.string().startsWith('/') }),
})

/** Products by how the codes of their plans begin: `kelp`, or `kelp+tea` for who has bought both. */
const Buyers = z
  .string()
  .regex(/^[a-z0-9]+(?:\+[a-z0-9]+)*$/, 'the beginning of codes such as kelp, or kelp+tea for both')

const SurveyShape = z.strictObject({
  name: Id,
  title: NonEmptyText,
  lead: NonEmptyText,
  /** `quiz`: only for the quiz audience of spec §4. */
  audience: z.enum(['everybody', 'quiz']).default('everybody'),
  /** Whose onboarding it is; missing in versions from before, for which the file says it. */
  buyers: z.array(Buyers).optional(),
  questions: z.array(Question).min(1),
  outcomes: z.array(Outcome).default([]),
  /**
   * Its texts in other languages, by the texts themselves; all of a language that is here, instead of what
   * `translations/<language>/surveys.json` says. The desk writes them.
   */
  translations: z.partialRecord(z.enum(languages), TranslationFile).optional(),
})

export type Survey = z.output<typeof SurveyShape>
export type Question = Survey['questions'][number]
export type Outcome = Survey['outcomes'][number]

type Fault = readonly [message: string, path: (string | number)[]]

/** The questions that may come after a question, or the end. Where every answer leads somewhere, nobody goes on in order. */
const targetsOf = ({ questions }: Survey, at: number): readonly string[] => {
  const question = questions[at]
  if (!question) return []
  const targets = question.options.flatMap(({ next }) => next ?? [])
  const isDecided = question.kind === 'one' && targets.length === question.options.length
  return isDecided ? targets : [question.next ?? questions[at + 1]?.id ?? surveyEnd, ...targets]
}

/** The questions that nobody is asked, whatever they answer. Targets are later questions, as `SurveyFile` has them. */
export const neverAsked = (survey: Survey): readonly string[] => {
  const asked = new Set(survey.questions.slice(0, 1).map(({ id }) => id))
  for (const [at, { id }] of survey.questions.entries())
    if (asked.has(id)) for (const target of targetsOf(survey, at)) asked.add(target)
  return survey.questions.flatMap(({ id }) => (asked.has(id) ? [] : [id]))
}

/** The targets of a question, with their place in the file. */
const branchesOf = (
  survey: Survey,
  at: number,
): readonly (readonly [target: string, path: (string | number)[]])[] => {
  const question = survey.questions[at]
  if (!question) return []
  const path = ['questions', at]
  const ordinary = question.next ?? survey.questions[at + 1]?.id ?? surveyEnd
  const branches = question.options.flatMap(({ next }, option) =>
    next === undefined
      ? []
      : [[next, [...path, 'options', option, 'next']] satisfies [string, (string | number)[]]],
  )
  return [[ordinary, question.next === undefined ? path : [...path, 'next']], ...branches]
}

/** Every target is a later question or the end, so that no survey has a cycle. */
const invalidBranches = (survey: Survey): Fault[] =>
  survey.questions.flatMap((_question, at) =>
    branchesOf(survey, at).flatMap(([target, path]): Fault[] => {
      if (target === surveyEnd) return []
      const position = survey.questions.findIndex(({ id }) => id === target)
      if (position === -1) return [[`there is no question ${target}`, path]]
      return position > at ? [] : [[`a way leads back to ${target}`, path]]
    }),
  )

const unreachableQuestions = (survey: Survey): Fault[] => {
  const reached = new Set(
    survey.questions.flatMap((_question, at) => branchesOf(survey, at).map(([to]) => to)),
  )
  return survey.questions.flatMap(({ id }, at): Fault[] =>
    at === 0 || reached.has(id) ? [] : [[`nothing leads to the question ${id}`, ['questions', at, 'id']]],
  )
}

const invalidOptions = (survey: Survey): Fault[] =>
  survey.questions.flatMap(({ id, kind, options }, at): Fault[] => {
    const path = ['questions', at, 'options']
    const ids = new Set(options.map((option) => option.id))
    if (ids.size !== options.length) return [[`the question ${id} has two options of one id`, path]]
    if (kind === 'text') return options.length === 0 ? [] : [[`the question ${id} asks for words`, path]]
    if (options.length < 2) return [[`the question ${id} has nothing to choose from`, path]]
    const branches = options.some(({ next }) => next !== undefined)
    return kind === 'many' && branches ? [[`only one answer can decide where to go on`, path]] : []
  })

const invalidOutcomes = (survey: Survey): Fault[] =>
  survey.outcomes.flatMap(({ when }, at) =>
    Object.entries(when).flatMap(([questionId, optionIds]): Fault[] => {
      const path = ['outcomes', at, 'when', questionId]
      const question = survey.questions.find(({ id }) => id === questionId)
      if (!question) return [[`there is no question ${questionId}`, path]]
      const unknown = optionIds.find((wanted) => question.options.every(({ id }) => id !== wanted))
      return unknown === undefined ? [] : [[`${questionId} has no option ${unknown}`, path]]
    }),
  )

const missingDefaultOutcome = ({ outcomes }: Survey): Fault[] => {
  const last = outcomes.at(-1)
  const isOpen = last !== undefined && Object.keys(last.when).length > 0
  return isOpen ? [['the last outcome must fit every answer', ['outcomes', outcomes.length - 1, 'when']]] : []
}

const asksBuyersOfTheQuiz = ({ audience, buyers = [] }: Survey): Fault[] =>
  audience === 'quiz' && buyers.length > 0 ? [['the quiz asks who has bought nothing yet', ['buyers']]] : []

const duplicateIds = (survey: Survey): Fault[] =>
  survey.questions.flatMap(({ id }, at): Fault[] =>
    survey.questions.findIndex((other) => other.id === id) === at && id !== surveyEnd
      ? []
      : [[`the id ${id} is taken`, ['questions', at, 'id']]],
  )

/** A data file of `content/surveys`: every reference leads somewhere, every question is reached, nothing circles. */
export const SurveyFile = SurveyShape.superRefine((survey, check) => {
  const faults = [
    duplicateIds,
    invalidOptions,
    invalidBranches,
    unreachableQuestions,
    invalidOutcomes,
    missingDefaultOutcome,
    asksBuyersOfTheQuiz,
  ].flatMap((find) => find(survey))
  for (const [message, path] of faults) check.addIssue({ code: 'custom', message, path })
})
