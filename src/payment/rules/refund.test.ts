import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideRefund, leftToRefund } from './refund.ts'
import type { RefundFacts } from './refund.ts'

const charged: RefundFacts = {
  chargeState: 'succeeded',
  chargedCents: 4999,
  refunds: [],
  askedCents: null,
}

test('all that is left, or the part that was asked for', () => {
  expect(decideRefund(charged)).toEqual({ kind: 'give', cents: 4999 })
  expect(decideRefund({ ...charged, askedCents: 1000 })).toEqual({ kind: 'give', cents: 1000 })
  const part = [{ state: 'refunded', cents: 1000 }] as const
  expect(decideRefund({ ...charged, refunds: part })).toEqual({ kind: 'give', cents: 3999 })
})

test('what is not known to be refused counts as given', () => {
  for (const state of ['intended', 'unknown', 'pending', 'refunded'] as const)
    expect(decideRefund({ ...charged, refunds: [{ state, cents: 4999 }] })).toMatchObject({
      reason: 'nothing-left',
    })
  expect(decideRefund({ ...charged, refunds: [{ state: 'refused', cents: 4999 }] })).toMatchObject({
    cents: 4999,
  })
})

test('nothing of what was never charged, and no more than was', () => {
  for (const chargeState of ['intended', 'unknown', 'challenge', 'declined', 'void'] as const)
    expect(decideRefund({ ...charged, chargeState })).toMatchObject({ reason: 'not-charged' })
  for (const askedCents of [5000, 0, -1])
    expect(decideRefund({ ...charged, askedCents })).toMatchObject({ reason: 'more-than-left' })
})

test('whatever is asked for, in whatever order, the sum stays within the charge', () => {
  const asked = fc.array(fc.record({ cents: fc.integer({ min: -10, max: 6000 }), refused: fc.boolean() }))
  fc.assert(
    fc.property(asked, fc.integer({ min: 1, max: 20_000 }), (attempts, chargedCents) => {
      const refunds: { state: 'refunded' | 'refused'; cents: number }[] = []
      for (const { cents, refused } of attempts) {
        const decision = decideRefund({ ...charged, chargedCents, refunds, askedCents: cents })
        if (decision.kind === 'give') refunds.push({ state: refused ? 'refused' : 'refunded', cents })
      }
      const given = refunds.filter(({ state }) => state === 'refunded')
      const sum = given.reduce((total, { cents }) => total + cents, 0)
      expect(sum).toBeLessThanOrEqual(chargedCents)
      expect(leftToRefund({ ...charged, chargedCents, refunds })).toBe(chargedCents - sum)
    }),
  )
})
