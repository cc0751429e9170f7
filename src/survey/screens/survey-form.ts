import type { ShopContext } from '#web/request/shop-context.ts'
import type { PayloadInput, ReplyOf } from '#shared/endpoint.ts'
import { answerSurvey } from '../endpoints.ts'
import type { UserSurvey, viewSurvey } from '../endpoints.ts'

type View = ReplyOf<typeof viewSurvey>
export type SurveyQuestion = View['questions'][number]

/** The current page of a survey: the number of the question, counted from 1, or the end. */
export type Step =
  | {
      readonly kind: 'question'
      readonly question: SurveyQuestion
      readonly number: number
      readonly total: number
      /** The question before; null at the first. */
      readonly previousId: string | null
      readonly chosen: readonly string[]
      readonly enteredText: string
    }
  | { readonly kind: 'end'; readonly answers: UserSurvey; readonly firstQuestionId: string }

const answersTo = ({ user_survey: userSurvey }: View, id: string) =>
  (userSurvey?.survey_responses ?? []).filter(({ question_id: of }) => of === id)

/**
 * The requested question, if it is on the path and everything before it is answered; otherwise where the survey
 * continues.
 */
const currentQuestionId = (view: View, search: URLSearchParams): string | null => {
  const { path, user_survey: userSurvey } = view
  const next = userSurvey ? userSurvey.next_question_id : (path[0] ?? null)
  const nextIndex = next === null ? path.length : path.indexOf(next)
  const requestedIndex = path.indexOf(search.get('q') ?? '')
  if (requestedIndex !== -1 && requestedIndex <= nextIndex) return path[requestedIndex] ?? null
  const after = path.indexOf(search.get('after') ?? '') + 1
  return after > 0 && after < nextIndex ? (path[after] ?? null) : next
}

/** The page for these answers and this URL. `choose` is an answer in a link. */
export const stepOf = (view: View, search: URLSearchParams): Step | null => {
  const id = currentQuestionId(view, search)
  const [firstQuestionId = ''] = view.path
  if (id === null) return view.user_survey && { kind: 'end', answers: view.user_survey, firstQuestionId }
  const question = view.questions.find((one) => one.question_id === id)
  if (!question) return null
  const at = view.path.indexOf(id)
  const responses = answersTo(view, id)
  const chosen = responses.flatMap((one) => (one.option_id === null ? [] : [one.option_id]))
  const preselected = search.get('choose')
  return {
    kind: 'question',
    question,
    number: at + 1,
    total: view.path.length,
    previousId: view.path[at - 1] ?? null,
    chosen: preselected === null ? chosen : [preselected],
    enteredText: responses[0]?.answer_text ?? '',
  }
}

const textsIn = (form: FormData, name: string): string[] =>
  form.getAll(name).flatMap((value) => (typeof value === 'string' ? [value] : []))

type Responses = PayloadInput<typeof answerSurvey>['survey_responses']

const responsesIn = (form: FormData, questionId: string): Responses => {
  const options = textsIn(form, 'answer')
  const [text] = textsIn(form, 'answer_text')
  if (text !== undefined) return [{ question_id: questionId, answer_text: text }]
  // An empty answer is sent as well: the endpoint says what is missing.
  if (options.length === 0) return [{ question_id: questionId }]
  return options.map((option) => ({ question_id: questionId, option_id: option }))
}

/** Whether the form holds an answer; leaving does not ask for one. */
export const hasAnswer = (form: FormData): boolean =>
  textsIn(form, 'answer').length > 0 || (textsIn(form, 'answer_text')[0] ?? '') !== ''

/** Sends the answer of one page; the id of its question. */
export const sendAnswer = async (
  call: ShopContext['call'],
  name: string,
  form: FormData,
): Promise<string> => {
  const [questionId = ''] = textsIn(form, 'question')
  await call(answerSurvey, { survey_name: name, survey_responses: responsesIn(form, questionId) })
  return questionId
}
