import { expect, test } from 'vitest'
import { earlierRefunds, needsStepUp, refundLimitRefusal, stepUpLimitText } from './refund-limit.ts'

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

test('the message names the amount that is left', () => {
  expect(refundLimitRefusal({ role: 'support', earlierCents: 150_00, cents: 60_00, currency: 'USD' })).toBe(
    'Refunds above $200.00 of one order need operations, finance or an owner. You can refund $50.00 of this one.',
  )
})

test('a refund above $200 of an order needs the passkey again', () => {
  expect(needsStepUp({ earlierCents: 0, cents: 200_00, currency: 'USD' })).toBe(false)
  expect(needsStepUp({ earlierCents: 199_99, cents: 2, currency: 'USD' })).toBe(true)
})

test('each currency has its own limits', () => {
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

test('the limit is shown in the currency of the order', () => {
  expect([stepUpLimitText('USD'), stepUpLimitText('EUR'), stepUpLimitText('JPY')]).toEqual([
    '$200.00',
    '€180.00',
    '¥0',
  ])
})

test('the limit counts a person’s own earlier refunds of the order, and a repeated refused refund once', () => {
  const entry = (staffId: string, cents: number, key: string) => ({
    staffId,
    after: JSON.stringify({ cents, refund_key: key }),
  })
  const entries = [entry('sam', 49_99, 'first'), entry('sam', 10_00, 'again'), entry('dario', 99_00, 'other')]
  expect(earlierRefunds(entries, 'sam')).toBe(59_99)
  const first = { requestKey: 'first', retainedCents: 0 }
  const again = { requestKey: 'again', retainedCents: 0 }
  expect(earlierRefunds(entries, 'sam', [first])).toBe(10_00)
  // Refused twice, nothing of both counts.
  expect(earlierRefunds(entries, 'sam', [first, again])).toBe(0)
  // The bank sent the card's part back, and 20.00 of credit stayed.
  expect(earlierRefunds(entries, 'sam', [{ ...first, retainedCents: 20_00 }])).toBe(30_00)
  expect(earlierRefunds(entries, 'dario', [again])).toBe(99_00)
  // An entry of an earlier release names no refund.
  const unnamed = { staffId: 'sam', after: JSON.stringify({ cents: 5_00 }) }
  expect(earlierRefunds([...entries, unnamed], 'sam', [first, again])).toBe(5_00)
})
