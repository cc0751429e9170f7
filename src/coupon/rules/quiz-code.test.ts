import { expect, test } from 'vitest'
import { codeFromLink } from './quiz-code.ts'
import type { AdultKit } from './quiz-code.ts'

const kit = { currency: 'USD', priceCents: 4999 } as const

const earlier = (discountCents: number | null, on: AdultKit = kit) => ({
  code: 'FRIEND',
  onAdultKit: discountCents === null ? null : { discountCents, kit: on },
})

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

test('an operator can set another quiz code', () => {
  expect(codeFromLink({ code: 'FIT-20-X', quizCode: 'FIT-20' }, earlier(100))).toBe('FIT-20')
})

// A quarter of 46.99 is 11.7475, of 5000 yen 1250.
test.each([
  ['EUR', 4699, 1174, 'DS-01-25-OFF'],
  ['EUR', 4699, 1175, 'FRIEND'],
  ['JPY', 5000, 1250, 'DS-01-25-OFF'],
  ['JPY', 5000, 1251, 'FRIEND'],
] as const)('in %s a kit of %i and an earlier code worth %i: %s', (currency, priceCents, worth, code) => {
  expect(codeFromLink({ code: 'DS-01-25-OFF' }, earlier(worth, { currency, priceCents }))).toBe(code)
})
