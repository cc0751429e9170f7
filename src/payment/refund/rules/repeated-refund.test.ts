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

test('the same sum or the same units within a day are the same refund, the latest of them', () => {
  const [earlier, later] = [given(1250, 23), given(1250, 2)]
  expect(sameRefundBefore([earlier, later], refund(1250), now)).toBe(later)
  expect(sameRefundBefore([given(1250, 25)], refund(1250), now)).toBe(null)
  expect(sameRefundBefore([given(1250, 1)], refund(1251), now)).toBe(null)
  const units = given(4999, 1, [[0, 1]])
  expect(sameRefundBefore([units], refund(4999, [[0, 1]]), now)).toBe(units)
  expect(sameRefundBefore([units], refund(4999, [[1, 1]]), now)).toBe(null)
})

test('to the card and as credit it is the same money', () => {
  const asCredit = { ...given(1250, 1), split: { cardCents: 0, creditCents: 1250 } }
  expect(sameRefundBefore([asCredit], refund(1250), now)).toBe(asCredit)
})

test('what was refused, and what follows from a return, is none of it', () => {
  expect(sameRefundBefore([{ ...given(1250, 1), state: 'refused' }], refund(1250), now)).toBe(null)
  expect(sameRefundBefore([{ ...given(1250, 1), reason: 'return' }], refund(1250), now)).toBe(null)
})
