import { expect, test } from 'vitest'
import { postalPatternFault, wholePattern } from './postal-pattern.ts'

test.each([
  '\\d{4}',
  '[A-Za-z]{1,2}\\d[A-Za-z\\d]? ?\\d[A-Za-z]{2}',
  '(L-)?\\d{4}',
  '\\d{5}(\\d{2})?',
  '\\d{3}-?\\d{4}',
])('%s is a valid postal pattern', (pattern) => {
  expect(postalPatternFault(pattern)).toBeNull()
})

// Each of these can take time that grows with the length of a text, or is no pattern.
test.each([
  '(\\d+)+',
  '\\d*',
  '\\d{1,}',
  '(\\d{1,2}){9}',
  '(\\d?){2}',
  '(a|aa)',
  '(?=a)a',
  '.{5}',
  '\\1',
  '\\w{3}',
  '\\d{1,9}',
  '\\d{3,1}',
  '\\d?\\d?\\d?\\d?\\d?\\d?\\d?',
  '((\\d))',
  '[9-0]',
  '(\\d',
  '\\d)',
  '?',
  '',
  '\\d'.repeat(60),
])('%j is refused', (pattern) => {
  expect(postalPatternFault(pattern)).not.toBeNull()
})

test('a pattern matches a complete code', () => {
  const five = wholePattern('\\d{5}')
  expect(['79098', '7909', '790981', 'x79098'].map((code) => five.test(code))).toEqual([
    true,
    false,
    false,
    false,
  ])
})
