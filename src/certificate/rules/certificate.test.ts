import { expect, test } from 'vitest'
import { lotNumber } from './certificate.ts'

test.each([
  ['DS2609A', 'DS2609A'],
  [' ds2609a ', 'DS2609A'],
  ['ds-2609-a', 'DS2609A'],
  ['DS 26.09 A', 'DS2609A'],
  ['', ''],
])('the lot number %j is read as %j', (typed, printed) => {
  expect(lotNumber(typed)).toBe(printed)
})
