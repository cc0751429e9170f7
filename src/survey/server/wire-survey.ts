import { defaultQuizCode } from '#coupon/rules/quiz-code.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { ownValue } from '#shared/own-value.ts'
import type { UserSurvey, viewSurvey } from '../endpoints.ts'
import type { Outcome, Question, Survey } from '../rules/survey.ts'
import { answersOnPath, isComplete, nextQuestion, outcomeOf, pathOf } from '../rules/survey-path.ts'
import type { Answer, Answers } from '../rules/survey-path.ts'

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
export const wireUserSurvey = (
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
export const wireSurvey = (
  survey: Survey,
  attempt: { readonly id: string; readonly answers: Answers } | null,
): ReplyOf<typeof viewSurvey> => ({
  survey_id: survey.name,
  title: survey.title,
  lead: survey.lead,
  questions: survey.questions.map(wireQuestion),
  path: pathOf(survey, attempt?.answers ?? {}).map(({ id }) => id),
  user_survey: attempt && wireUserSurvey(survey, attempt),
})
