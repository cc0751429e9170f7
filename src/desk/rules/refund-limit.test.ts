import { expect, test } from 'vitest'
import { needsStepUp, refundLimitRefusal, stepUpLimitText } from './refund-limit.ts'

test.each([
  ['support', 0, 200_00, true],
  ['support', 0, 200_01, false],
  // Refunds in parts have the same limit as one refund.
  ['support', 150_00, 50_01, false],
  ['operations', 0, 1_000_00, true],
  ['operations', 1_000_00, 1, false],
  ['finance', 0, 99_999_00, true],
  ['owner', 0, 99_999_00, true],
] as const)('%s, after %i cents, refunds %i: %s', (role, earlierCents, cents, isAllowed) => {
  expect(refundLimitRefusal({ role, earlierCents, cents, currency: 'USD' }) === null).toBe(isAllowed)
})

test('the sentence says what is left', () => {
  expect(refundLimitRefusal({ role: 'support', earlierCents: 150_00, cents: 60_00, currency: 'USD' })).toBe(
    'Refunds above $200.00 of one order need operations, finance or an owner. You can refund $50.00 of this one.',
  )
})

test('above $200 of an order the passkey is used again', () => {
  expect(needsStepUp({ earlierCents: 0, cents: 200_00, currency: 'USD' })).toBe(false)
  expect(needsStepUp({ earlierCents: 199_99, cents: 2, currency: 'USD' })).toBe(true)
})

test('each currency has limits of its own', () => {
  const isAllowed = (role: 'support' | 'operations' | 'owner', cents: number, currency: 'GBP' | 'JPY') =>
    refundLimitRefusal({ role, earlierCents: 0, cents, currency }) === null
  expect([isAllowed('support', 160_00, 'GBP'), isAllowed('support', 160_01, 'GBP')]).toEqual([true, false])
  expect([isAllowed('operations', 800_00, 'GBP'), isAllowed('operations', 800_01, 'GBP')]).toEqual([
    true,
    false,
  ])
  expect([160_00, 160_01].map((cents) => needsStepUp({ earlierCents: 0, cents, currency: 'GBP' }))).toEqual([
    false,
    true,
  ])
  // An old order in a currency without limits: nobody with a limit, and never without the passkey.
  expect([isAllowed('support', 1, 'JPY'), isAllowed('operations', 1, 'JPY')]).toEqual([false, false])
  expect(isAllowed('owner', 100_000, 'JPY')).toBe(true)
  expect(needsStepUp({ earlierCents: 0, cents: 1, currency: 'JPY' })).toBe(true)
})

test('the limit is said in the currency of the order', () => {
  expect([stepUpLimitText('USD'), stepUpLimitText('EUR'), stepUpLimitText('JPY')]).toEqual([
    '$200.00',
    '€180.00',
    '¥0',
  ])
})
