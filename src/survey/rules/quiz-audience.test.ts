import { expect, test } from 'vitest'
import { isQuizAudience } from './quiz-audience.ts'

// spec §4 and §9
test.each([
  ['OR', null, true],
  ['CT', null, false],
  ['WA', null, false],
  ['NV', null, false],
  ['CO', null, false],
  ['VA', null, false],
  ['VA', '', false],
  ['VA', 'mara@example.com', true],
])('in %s with e-mail %s the quiz audience is %s', (region, email, expected) => {
  expect(isQuizAudience(region, email)).toBe(expected)
})
