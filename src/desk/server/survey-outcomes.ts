import { unmarkedWords } from '#content/rules/content-check.ts'
import { linkProblem } from '#content/rules/page-check.ts'
import type { KnownAddresses } from '#content/rules/page-check.ts'
import {
  neverGiven,
  outcomeOrder,
  outcomesInOtherWords,
  surveyWithOutcomes,
} from '#survey/rules/survey-outcomes.ts'
import { quizSurvey } from '#survey/rules/survey-path.ts'
import type { Outcome, Survey } from '#survey/rules/survey.ts'
import type { PayloadOf } from '#shared/endpoint.ts'
import { ShopError } from '#shared/errors.ts'
import type { setDeskSurveyOutcomes } from '../survey-endpoints.ts'
import { checkedSurvey, fieldOfOutcome } from './survey-faults.ts'

type Entered = PayloadOf<typeof setDeskSurveyOutcomes>

const claimMessage =
  'This says what a product does. Say it on a page, where a second person reads it, and lead there.'

/** Why the words of an outcome cannot be published here; null when they can. */
const wordProblem = ({ claim, verdict, title, text, action }: Outcome): string | null => {
  if (claim) return 'Its words are a claim about health, which stay as they are.'
  const said = [verdict, title, ...text, action.label].map(unmarkedWords)
  if (said.includes('promise')) return 'This promises what cannot be shown.'
  return said.includes('claim') ? claimMessage : null
}

type Problem = readonly [outcome: string, field: string, message: string]

const problemsOf = (survey: Survey, before: Survey, known: KnownAddresses): readonly Problem[] => {
  const changed = new Set(outcomesInOtherWords(survey, before))
  const never = new Set(neverGiven(survey))
  return survey.outcomes.flatMap((outcome): Problem[] => {
    const { id, action, code } = outcome
    const words = changed.has(outcome) ? wordProblem(outcome) : null
    const link = linkProblem(action.href, undefined, known)
    return [
      ...(words === null ? [] : [[id, 'text', words] as const]),
      ...(link === null ? [] : [[id, 'href', link] as const]),
      ...(code && survey.name !== quizSurvey ? [[id, 'code', 'Only the quiz has a code.'] as const] : []),
      ...(never.has(id)
        ? [[id, 'answers', 'Nobody would get it: an outcome before it is for all of these answers.'] as const]
        : []),
    ]
  })
}

/** A survey with the outcomes of a form. Throws VALIDATION_ERROR at what is wrong with them, NOT_FOUND without a survey. */
export const decided = ({ outcomes }: Entered, before: Survey | undefined, known: KnownAddresses): Survey => {
  if (!before) throw new ShopError('NOT_FOUND')
  const order = outcomeOrder(outcomes)
  const survey = checkedSurvey(surveyWithOutcomes(before, outcomes), fieldOfOutcome(order))
  const problems = problemsOf(survey, before, known)
  if (problems.length === 0) return survey
  const position = (outcome: string): number =>
    order[survey.outcomes.findIndex(({ id }) => id === outcome)] ?? 0
  const fields = problems
    .toReversed()
    .map(([outcome, field, message]) => [`outcomes.${position(outcome)}.${field}`, message])
  throw new ShopError('VALIDATION_ERROR', { fields: Object.fromEntries(fields) })
}

/** What the audit log says of outcomes: for which answers each is, and where it leads. */
export const saidOutcomes = ({ questions, outcomes }: Survey): { readonly outcomes: string } => {
  const words = new Map(
    questions.flatMap(({ id, options }) => options.map((one) => [`${id}:${one.id}`, one.text] as const)),
  )
  const answersOf = ({ when }: Outcome): string =>
    Object.entries(when)
      .flatMap(([question, ids]) => ids.map((id) => words.get(`${question}:${id}`) ?? id))
      .join(', ')
  return {
    outcomes: outcomes
      .map((one) => `${answersOf(one) || 'all others'} → ${one.title} (${one.action.href})`)
      .join(' | '),
  }
}
