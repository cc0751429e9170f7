import { expect, test } from 'vitest'
import { closingDaysOf } from './closing-days.ts'

test.each([
  ['2031-03-20', '2031-03-19', '2031-03-12', '2031-02-28'],
  // February's last day is counted on March 8.
  ['2031-03-07', '2031-03-06', '2031-02-27', '2031-01-31'],
  ['2031-03-08', '2031-03-07', '2031-02-28', '2031-02-28'],
])('on %s days are closed until %s and counted until %s, months until %s', (today, ...expected) => {
  const { yesterday, counted, countedMonth } = closingDaysOf(Temporal.PlainDate.from(today))
  expect([yesterday, counted, countedMonth].map(String)).toEqual(expected)
})
