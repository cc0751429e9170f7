import { expect, test } from 'vitest'
import { codeFromLink } from './quiz-code.ts'

const earlier = (discountOnAdultKit: number | null) => ({ code: 'FRIEND', discountOnAdultKit })

// spec §4 "Promo code", ruling 12
test.each([
  ['a code without the quiz code replaces the earlier one', 'SPRING', earlier(2000), 'SPRING'],
  ['a code is trimmed', '  SPRING ', null, 'SPRING'],
  ['the quiz code alone', 'DS-01-25-OFF', null, 'DS-01-25-OFF'],
  ['the quiz code in a longer one', 'quiz-ds-01-25-off-b', null, 'DS-01-25-OFF'],
  ['an earlier code worth 5.00 gives way', 'DS-01-25-OFF', earlier(500), 'DS-01-25-OFF'],
  ['an earlier code worth 12.49 gives way', 'DS-01-25-OFF', earlier(1249), 'DS-01-25-OFF'],
  ['an earlier code worth 12.50 is above 12.4975 and stays', 'DS-01-25-OFF', earlier(1250), 'FRIEND'],
  ['an earlier code worth 20.00 stays', 'DS-01-25-OFF', earlier(2000), 'FRIEND'],
  ['an earlier code that cannot be checked gives way', 'DS-01-25-OFF', earlier(null), 'DS-01-25-OFF'],
])('%s', (_, code, before, expected) => {
  expect(codeFromLink({ code }, before)).toBe(expected)
})

test('an operator may name another quiz code', () => {
  expect(codeFromLink({ code: 'FIT-20-X', quizCode: 'FIT-20' }, earlier(100))).toBe('FIT-20')
})
