import { ownValue } from '#shared/own-value.ts'
import { surveyEnd } from './survey.ts'
import type { Outcome, Question, Survey } from './survey.ts'

/** The answer to one question: the chosen options, or text. */
export interface Answer {
  readonly optionIds: readonly string[]
  readonly text: string
}

/** By the id of the question. */
export type Answers = Readonly<Record<string, Answer>>

const answerTo = (answers: Answers, { id }: Pick<Question, 'id'>): Answer | undefined => ownValue(answers, id)

const questionAfter = (survey: Survey, question: Question, answers: Answers): Question | undefined => {
  const chosen = answerTo(answers, question)?.optionIds[0]
  const branch = question.kind === 'one' ? question.options.find(({ id }) => id === chosen)?.next : undefined
  const target = branch ?? question.next
  if (target === surveyEnd) return undefined
  const position = survey.questions.indexOf(question)
  return target === undefined
    ? survey.questions[position + 1]
    : survey.questions.find(({ id }) => id === target)
}

/** The questions on the path of these answers; from the first unanswered one on, the default path. */
export const pathOf = (survey: Survey, answers: Answers): readonly Question[] => {
  const path: Question[] = []
  let question = survey.questions[0]
  while (question && path.length < survey.questions.length) {
    path.push(question)
    question = questionAfter(survey, question, answers)
  }
  return path
}

/** Answers to questions on the path; those of another path do not count. */
export const answersOnPath = (survey: Survey, answers: Answers): Answers =>
  Object.fromEntries(
    pathOf(survey, answers).flatMap((question) => {
      const answer = answerTo(answers, question)
      return answer ? [[question.id, answer]] : []
    }),
  )

/** The first question on the path without an answer; null when all have one. */
export const nextQuestion = (survey: Survey, answers: Answers): Question | null =>
  pathOf(survey, answers).find((question) => !answerTo(answers, question)) ?? null

/** Complete when answered questions equal the number of questions (spec §4). */
export const isComplete = (survey: Survey, answers: Answers): boolean =>
  Object.keys(answersOnPath(survey, answers)).length === pathOf(survey, answers).length

/** The outcome of the answers; null if the survey has no outcomes or is not complete. */
export const outcomeOf = (survey: Survey, answers: Answers): Outcome | null => {
  if (!isComplete(survey, answers)) return null
  const counted = answersOnPath(survey, answers)
  const matches = ({ when }: Outcome): boolean =>
    Object.entries(when).every(([id, expectedIds]) =>
      answerTo(counted, { id })?.optionIds.some((optionId) => expectedIds.includes(optionId)),
    )
  return survey.outcomes.find(matches) ?? null
}

/** The quiz, by the name of its survey and of its page. */
export const quizSurvey = 'is-ds01-right-for-you'

/** How far a person got; without any answers. */
export type SurveyStep = 'started' | 'finished'

/** The steps that are reached by new answers. */
export const stepsReached = (survey: Survey, before: Answers, after: Answers): readonly SurveyStep[] => {
  const starts = Object.keys(before).length === 0 && Object.keys(after).length > 0
  const finishes = !isComplete(survey, before) && isComplete(survey, after)
  return [...(starts ? ['started' as const] : []), ...(finishes ? ['finished' as const] : [])]
}
