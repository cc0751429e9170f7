import { containsQuizCode } from '#coupon/rules/quiz-code.ts'
import { wirePrice } from '#shared/money.ts'
import type { MonthCount, ReportFacts } from './report.ts'
import { sumMovements } from './report.ts'
import { share } from './section.ts'
import type { Section } from './section.ts'
import type { Currency } from '#shared/money.ts'

/** Orders that the quiz's code was entered for. */
const boughtIn = ({ couponUses }: MonthCount): number =>
  couponUses.reduce((sum, { code, uses }) => sum + (containsQuizCode(code) ? uses : 0), 0)

const quizSteps: readonly (readonly [
  name: string,
  definition: string,
  value: (month: MonthCount) => string,
])[] = [
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
  rows: quizSteps.map(([name, definition, value]) => ({ name, definition, values: counts.map(value) })),
})

const codesIn = ({ couponUses, ledger }: MonthCount): string[] => [
  ...couponUses.map(({ code }) => code),
  ...ledger.filter(({ account }) => account === 'discounts').map(({ detail }) => detail),
]

const usageText = (month: MonthCount, code: string, currencies: readonly Currency[]): string => {
  const uses = month.couponUses.find((one) => one.code === code)?.uses ?? 0
  const [first, ...others] = currencies.map((currency) => ({
    currency,
    cents: sumMovements(month, 'discounts', currency, { detail: code }),
  }))
  const shown = [...(first ? [first] : []), ...others.filter(({ cents }) => cents !== 0)]
  return [uses, ...shown.map(({ cents, currency }) => `${wirePrice(cents, currency)} ${currency}`)].join(', ')
}

/** Each code that was used or took something off, month by month. */
export const couponSection = ({ months, counts, bridges }: ReportFacts): Section => ({
  title: 'Codes',
  columns: months,
  rows: [...new Set(counts.flatMap(codesIn))].toSorted().map((code) => ({
    name: code,
    definition:
      'orders and subscriptions that the code was entered for in the month, and what it took off orders shipped in it, ' +
      'by currency; a code that lasts goes on taking off.',
    values: counts.map((month) => usageText(month, code, [...bridges.keys()])),
  })),
})

const steps: readonly (readonly [name: string, definition: string, value: (month: MonthCount) => string])[] =
  [
    [
      'carts',
      'carts made in the month that held something a week later, or hold something now.',
      ({ carts }) => String(carts),
    ],
    [
      'sent to be paid',
      'carts whose checkout form was sent, once for each day of the month on which it was; in brackets the share of carts.',
      ({ carts, checkouts }) => share(checkouts.sent, carts),
    ],
    [
      'ordered',
      'checkouts of the month that became an order; in brackets the share of those sent.',
      ({ checkouts }) => share(checkouts.ordered, checkouts.sent),
    ],
  ]

/** From a cart to an order, month by month. */
export const buyingSection = ({ months, counts }: ReportFacts): Section => ({
  title: 'Buying',
  columns: months,
  rows: steps.map(([name, definition, value]) => ({ name, definition, values: counts.map(value) })),
})

const recoveries: readonly (readonly [
  name: string,
  definition: string,
  value: (month: MonthCount) => string,
])[] = [
  [
    'refused',
    'renewals whose card was refused for the first time in the month.',
    ({ dunning }) => String(dunning.opened),
  ],
  [
    'recovered',
    'those of them that were paid after all, until today; in brackets their share.',
    ({ dunning }) => share(dunning.recovered, dunning.opened),
  ],
  [
    'lost',
    'those of them that were given up or let go by the member, until today.',
    ({ dunning }) => share(dunning.lost, dunning.opened),
  ],
]

/** Declined renewals and their outcomes, by the month of the decline. */
export const dunningSection = ({ months, counts }: ReportFacts): Section => ({
  title: 'Refused renewals',
  columns: months,
  rows: recoveries.map(([name, definition, value]) => ({ name, definition, values: counts.map(value) })),
})
