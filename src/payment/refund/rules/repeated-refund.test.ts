import { expect, test } from 'vitest'
import { sameRefundBefore } from './repeated-refund.ts'

const now = Temporal.Instant.from('2031-01-06T15:00:00Z')

const refund = (cents: number, units: readonly (readonly [position: number, quantity: number])[] = []) => ({
  split: { cardCents: cents, creditCents: 0 },
  lines: units.map(([position, quantity]) => ({
    kind: 'line' as const,
    position,
    quantity,
    goodsCents: cents,
    taxCents: 0,
  })),
})

const given = (cents: number, hoursAgo: number, units: Parameters<typeof refund>[1] = []) => ({
  ...refund(cents, units),
  state: 'refunded' as const,
  reason: 'operator',
  requestedAt: now.subtract({ hours: hoursAgo }),
})

test('a refund of the same sum or units within a day is a repeat of the latest such refund', () => {
  const [earlier, later] = [given(1250, 23), given(1250, 2)]
  expect(sameRefundBefore([earlier, later], refund(1250), now)).toBe(later)
  expect(sameRefundBefore([given(1250, 25)], refund(1250), now)).toBe(null)
  expect(sameRefundBefore([given(1250, 1)], refund(1251), now)).toBe(null)
  const units = given(4999, 1, [[0, 1]])
  expect(sameRefundBefore([units], refund(4999, [[0, 1]]), now)).toBe(units)
  expect(sameRefundBefore([units], refund(4999, [[1, 1]]), now)).toBe(null)
})

test('a refund to the card and one as credit are compared by the same amount', () => {
  const asCredit = { ...given(1250, 1), split: { cardCents: 0, creditCents: 1250 } }
  expect(sameRefundBefore([asCredit], refund(1250), now)).toBe(asCredit)
})

test('a refused refund, and a refund after a return, are not repeats', () => {
  expect(sameRefundBefore([{ ...given(1250, 1), state: 'refused' }], refund(1250), now)).toBe(null)
  expect(sameRefundBefore([{ ...given(1250, 1), reason: 'return' }], refund(1250), now)).toBe(null)
})
