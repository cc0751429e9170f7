import { expect, test } from 'vitest'
import { quizSection } from './buying-section.ts'
import type { MonthCount } from './report.ts'
import { visitSection } from './visit-section.ts'

const month: MonthCount = {
  visits: [200, 100, 50, 20, 15],
  quiz: { started: 40, finished: 30 },
  carts: 60,
  checkouts: { sent: 20, ordered: 15 },
  couponUses: [
    { code: 'DS-01-25-OFF', uses: 6 },
    { code: 'WELCOME10', uses: 3 },
  ],
  dunning: { opened: 0, recovered: 0, lost: 0 },
  leaving: [],
  ledger: [],
}
const quiet: MonthCount = {
  ...month,
  visits: [0, 0, 0, 0, 0],
  quiz: { started: 0, finished: 0 },
  couponUses: [],
}
const facts = { months: ['2031-01', '2031-02'], bridges: new Map(), cohorts: [], counts: [month, quiet] }

const valuesOf = ({ rows }: ReturnType<typeof visitSection>) =>
  rows.map(({ name, values }) => [name, ...values])

test('each step of a visit has its share of the step before, and no share divides by zero', () => {
  expect(valuesOf(visitSection(facts))).toEqual([
    ['visits', '200', '0'],
    ['product', '100 (50 %)', '0'],
    ['cart', '50 (50 %)', '0'],
    ['checkout', '20 (40 %)', '0'],
    ['order', '15 (75 %)', '0'],
  ])
})

test('the quiz funnel runs from the first question to orders with its code', () => {
  expect(valuesOf(quizSection(facts))).toEqual([
    ['started', '40', '0'],
    ['finished', '30 (75 %)', '0'],
    ['bought', '6 (20 %)', '0'],
  ])
})
