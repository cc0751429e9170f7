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
])('%j shows as %j', (description, suffix) => expect(statementSuffix(description)).toBe(suffix))

test('whatever a product is called, Stripe takes its suffix beside the longest prefix', () => {
  assertProperty(
    fc.property(fc.string({ unit: 'grapheme' }), (description) => {
      const suffix = statementSuffix(description)
      return suffix === null || (/^[A-Z0-9 .-]{1,10}$/u.test(suffix) && /[A-Z]/u.test(suffix))
    }),
  )
})
