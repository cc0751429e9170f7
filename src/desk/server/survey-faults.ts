import type { EnteredBranch } from '#survey/rules/survey-branches.ts'
import { neverAsked, SurveyFile } from '#survey/rules/survey.ts'
import type { Survey } from '#survey/rules/survey.ts'
import { ShopError } from '#shared/errors.ts'

/** The field of a form that a fault is shown at, by its path in the survey. */
type FieldOf = (path: readonly PropertyKey[]) => string

/** `questions.1.options` for a fault in the second question that was typed: `order` has the position of each in the form. */
export const fieldOfQuestion =
  (order: readonly number[]): FieldOf =>
  (path) => {
    const [part, at, inside] = path.map(String)
    if (part === 'buyers') return 'buyers'
    if (part !== 'questions' || at === undefined) return 'title'
    return `questions.${order[Number(at)] ?? 0}.${inside === 'options' ? 'options' : 'text'}`
  }

/** `branches.4.next` for a branch that was chosen; `questions.2` for a question that nobody would be asked. */
export const fieldOfBranch =
  ({ questions }: Survey, branches: readonly EnteredBranch[]): FieldOf =>
  (path) => {
    const [, at, inside, option] = path.map(String)
    const question = questions[Number(at)]
    const optionId = inside === 'options' ? (question?.options[Number(option)]?.id ?? '') : ''
    const branch = branches.findLastIndex(
      (one) => inside !== 'id' && one.question === question?.id && one.option === optionId,
    )
    return branch === -1 ? `questions.${at}` : `branches.${branch}.next`
  }

/** `outcomes.3.answers` for a fault in the fourth outcome that was typed: `order` has the position of each in the form. */
export const fieldOfOutcome =
  (order: readonly number[]): FieldOf =>
  (path) => {
    const [part, at, inside, field] = path.map(String)
    if (part !== 'outcomes' || at === undefined) return 'outcomes'
    const name = inside === 'when' || inside === 'id' ? 'answers' : inside === 'action' ? field : inside
    return `outcomes.${order[Number(at)] ?? 0}.${name ?? 'title'}`
  }

const sentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`

const faultsOf = (survey: Survey): readonly (readonly [path: readonly PropertyKey[], message: string])[] => {
  const read = SurveyFile.safeParse(survey)
  if (!read.success) return read.error.issues.map(({ path, message }) => [path, sentence(message)])
  const unasked = new Set(neverAsked(survey))
  return survey.questions.flatMap(({ id, text }, at) =>
    unasked.has(id)
      ? [[['questions', at, 'id'], `Nobody would be asked “${text}”: every answer leads past it.`] as const]
      : [],
  )
}

/** A survey that the shop can ask. Throws VALIDATION_ERROR with the fields of what is wrong, the first fault of each. */
export const checkedSurvey = (survey: Survey, fieldOf: FieldOf): Survey => {
  if (survey.questions.length === 0)
    throw new ShopError('VALIDATION_ERROR', { fields: { 'questions.0.text': 'Please enter a question.' } })
  const faults = faultsOf(survey)
  if (faults.length === 0) return survey
  const fields = faults.toReversed().map(([path, message]) => [fieldOf(path), message])
  throw new ShopError('VALIDATION_ERROR', { fields: Object.fromEntries(fields) })
}
