import type { DeskSurveyQuestion } from '../survey-endpoints.ts'
import { textIn } from './flag-form.tsx'
import type { EnteredTexts } from './flag-form.tsx'

/** A field of the form: what comes after a question, or after one of its answers. */
export interface SurveyBranch {
  /** Its position in the form. */
  readonly index: number
  /** The position of the question. */
  readonly at: number
  readonly question: string
  /** Empty for the question itself. */
  readonly option: string
  readonly label: string
  readonly next: string
}

export const branchName = (index: number, part: 'question' | 'option' | 'next'): string =>
  `branch_${index}_${part}`

const isAlone = ({ has_several: hasSeveral, answers }: DeskSurveyQuestion): boolean =>
  !hasSeveral && answers.length > 0

/** Every field of the form. After the last question nothing can come; where several answers may be chosen, none of them decides. */
export const branchesOf = (questions: readonly DeskSurveyQuestion[]): readonly SurveyBranch[] =>
  questions
    .slice(0, -1)
    .flatMap((question, at) => [
      { at, question: question.id, option: '', label: 'After this question', next: question.next },
      ...(isAlone(question) ? question.answers : []).map(({ id, text, next }) => ({
        at,
        question: question.id,
        option: id,
        label: `After the answer “${text}”`,
        next,
      })),
    ])
    .map((branch, index) => ({ ...branch, index }))

/** Where a question, or an answer of it, can lead: values and words. */
export const nextChoices = (
  questions: readonly DeskSurveyQuestion[],
  at: number,
  isAnswer: boolean,
): readonly (readonly [value: string, text: string])[] => [
  ['', isAnswer ? 'as after the question' : `${at + 2}. ${questions[at + 1]?.text ?? ''} (the next one)`],
  ...questions.flatMap(({ id, text }, later): [string, string][] =>
    later > at ? [[id, `${later + 1}. ${text}`]] : [],
  ),
  ['end', 'the end'],
]

/** Where one leads, in words. */
export const nextWords = (
  questions: readonly DeskSurveyQuestion[],
  at: number,
  isAnswer: boolean,
  next: string,
): string => nextChoices(questions, at, isAnswer).find(([value]) => value === next)?.[1] ?? next

/** The branches of a posted form, as the endpoint takes them. */
export const branchesIn = (entered: EnteredTexts) =>
  Array.from({ length: Math.min(1300, Number(textIn(entered, 'branches')) || 0) }, (_, index) => ({
    question: textIn(entered, branchName(index, 'question')),
    option: textIn(entered, branchName(index, 'option')),
    next: textIn(entered, branchName(index, 'next')),
  }))
