import type { Outcome, Question, Survey } from './survey.ts'

type Translate = (text: string) => string

const questionIn = (question: Question, translated: Translate): Question => ({
  ...question,
  text: translated(question.text),
  ...(question.note === undefined ? {} : { note: translated(question.note) }),
  options: question.options.map((option) => ({ ...option, text: translated(option.text) })),
})

const outcomeIn = (outcome: Outcome, translated: Translate): Outcome => ({
  ...outcome,
  verdict: translated(outcome.verdict),
  title: translated(outcome.title),
  text: outcome.text.map(translated),
  action: { ...outcome.action, label: translated(outcome.action.label) },
})

/** A survey with its texts in another language. Ids, branches and outcomes stay. */
export const surveyIn = (survey: Survey, translated: Translate): Survey => ({
  ...survey,
  title: translated(survey.title),
  lead: translated(survey.lead),
  questions: survey.questions.map((question) => questionIn(question, translated)),
  outcomes: survey.outcomes.map((outcome) => outcomeIn(outcome, translated)),
})
