import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../../test/support/property.ts'
import { statementSuffix } from './statement-suffix.ts'

test.each([
  ['DS-01 Daily Synbiotic', 'DS-01'],
  ['DS-01 Kit, PDS-08 Pediatric Daily Synbiotic', 'DS-01 KIT'],
  ['Crème de la crème', 'CREME DE'],
  ['01 02', null],
  ["'<*>'", null],
  ['Supplementary', null],
  ['', null],
])('the product name %j becomes the statement suffix %j', (description, suffix) =>
  expect(statementSuffix(description)).toBe(suffix),
)

test('the suffix of any product name is valid at Stripe beside the longest prefix', () => {
  assertProperty(
    fc.property(fc.string({ unit: 'grapheme' }), (description) => {
      const suffix = statementSuffix(description)
      return suffix === null || (/^[A-Z0-9 .-]{1,10}$/u.test(suffix) && /[A-Z]/u.test(suffix))
    }),
  )
})
