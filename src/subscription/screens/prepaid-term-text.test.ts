import { expect, test } from 'vitest'
import { prepaidTermText } from './prepaid-term-text.ts'

const prepaidTerm = { months: 3, first_on: '2031-01-06', last_on: '2031-04-05', state: 'running' } as const

test('a prepaid term shows its end, or why it has none', () => {
  expect(prepaidTermText(prepaidTerm)).toBe('Paid through April 5, 2031')
  expect(prepaidTermText({ ...prepaidTerm, months: 1, state: 'over' })).toBe(
    '1 month from January 6, 2031 ended on April 5, 2031',
  )
  expect(prepaidTermText({ ...prepaidTerm, state: 'paused' })).toContain('Your remaining days are kept')
  expect(prepaidTermText({ ...prepaidTerm, state: 'refunded' })).toContain('was refunded')
})
