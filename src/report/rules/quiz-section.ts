import { containsQuizCode } from '#coupon/rules/quiz-code.ts'
import type { MonthCount, ReportFacts } from './report.ts'
import { share } from './section.ts'
import type { Section } from './section.ts'

/** Orders that the quiz's code was entered for. */
const boughtIn = ({ couponUses }: MonthCount): number =>
  couponUses.reduce((sum, { code, uses }) => sum + (containsQuizCode(code) ? uses : 0), 0)

const steps: readonly (readonly [name: string, definition: string, value: (month: MonthCount) => string])[] =
  [
    [
      'started',
      'how often the first question was answered. Counted without the answers and without who gave them.',
      ({ quiz }) => String(quiz.started),
    ],
    [
      'finished',
      'how often the last question was answered; in brackets the share of those started.',
      ({ quiz }) => share(quiz.finished, quiz.started),
    ],
    [
      'bought',
      "orders of the month with the quiz's code; in brackets the share of those finished.",
      (month) => share(boughtIn(month), month.quiz.finished),
    ],
  ]

/** From the quiz to an order, month by month. */
export const quizSection = ({ months, counts }: ReportFacts): Section => ({
  title: 'Quiz',
  columns: months,
  rows: steps.map(([name, definition, value]) => ({ name, definition, values: counts.map(value) })),
})
