import { expect, test } from 'vitest'
import { termWords } from './term-words.ts'

const term = { months: 3, first_on: '2031-01-06', last_on: '2031-04-05', state: 'running' } as const

test('what is paid ahead says until when, or why not', () => {
  expect(termWords(term)).toBe('Until 5 April 2031: 3 months from 6 January 2031')
  expect(termWords({ ...term, months: 1, state: 'over' })).toBe(
    '1 month from 6 January 2031 ended on 5 April 2031',
  )
  expect(termWords({ ...term, state: 'paused' })).toContain('goes on after the pause')
  expect(termWords({ ...term, state: 'refunded' })).toContain('was given back')
})
