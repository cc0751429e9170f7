import { ShopError } from '#shared/errors.ts'
import type { Question, Survey } from './survey.ts'
import type { Answer, Answers } from './survey-path.ts'

/** One answer as it comes over the wire (spec §3); several for one question where several options are chosen. */
export interface SurveyResponse {
  readonly survey_id?: string | null | undefined
  readonly question_id: string
  readonly option_id?: string | null | undefined
  readonly answer_text?: string | null | undefined
}

const invalidResponse = (at: number, field: keyof SurveyResponse, message: string): ShopError =>
  new ShopError('VALIDATION_ERROR', { fields: { [`survey_responses.${at}.${field}`]: message } })

const optionIn = (question: Question, { option_id: wanted }: SurveyResponse, at: number): string => {
  const option = question.options.find(({ id }) => id === wanted)
  if (!option) throw invalidResponse(at, 'option_id', 'Please choose one of the answers.')
  return option.id
}

const answerFrom = (
  question: Question,
  response: SurveyResponse,
  at: number,
  before: Answer | undefined,
): Answer => {
  if (question.kind === 'text') return { optionIds: [], text: (response.answer_text ?? '').trim() }
  const chosen = optionIn(question, response, at)
  if (!before) return { optionIds: [chosen], text: '' }
  if (question.kind === 'one') throw invalidResponse(at, 'option_id', 'Please choose only one answer.')
  return { optionIds: [...new Set([...before.optionIds, chosen])], text: '' }
}

/** The answers in a submission, by question. VALIDATION_ERROR names the first that the survey does not know. */
export const answersFrom = (survey: Survey, responses: readonly SurveyResponse[]): Answers => {
  const answers = new Map<string, Answer>()
  for (const [at, response] of responses.entries()) {
    if (response.survey_id && response.survey_id !== survey.name)
      throw invalidResponse(at, 'survey_id', 'This answer belongs to another survey.')
    const question = survey.questions.find(({ id }) => id === response.question_id)
    if (!question) throw invalidResponse(at, 'question_id', 'This question is not part of the survey.')
    answers.set(question.id, answerFrom(question, response, at, answers.get(question.id)))
  }
  return Object.fromEntries(answers)
}
