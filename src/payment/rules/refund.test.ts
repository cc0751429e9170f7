import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import { decideRefund, leftToRefund } from './refund.ts'
import type { RefundFacts } from './refund.ts'

const charged: RefundFacts = {
  chargeState: 'succeeded',
  chargedCents: 4999,
  creditPaidCents: 0,
  refunds: [],
  requestedCents: null,
  asCredit: false,
}

test('all that is left, or the part that was asked for', () => {
  expect(decideRefund(charged)).toEqual({ kind: 'give', cents: 4999, creditCents: 0 })
  expect(decideRefund({ ...charged, requestedCents: 1000 })).toEqual({
    kind: 'give',
    cents: 1000,
    creditCents: 0,
  })
  const part = [{ state: 'refunded', cents: 1000, creditCents: 0 }] as const
  expect(decideRefund({ ...charged, refunds: part })).toEqual({ kind: 'give', cents: 3999, creditCents: 0 })
})

test('what is not known to be refused counts as given', () => {
  for (const state of ['intended', 'unknown', 'pending', 'refunded'] as const)
    expect(decideRefund({ ...charged, refunds: [{ state, cents: 4999, creditCents: 0 }] })).toMatchObject({
      reason: 'nothing-left',
    })
  expect(
    decideRefund({ ...charged, refunds: [{ state: 'refused', cents: 4999, creditCents: 0 }] }),
  ).toMatchObject({
    cents: 4999,
  })
})

test('nothing of what was never charged, and no more than was', () => {
  for (const chargeState of ['intended', 'unknown', 'challenge', 'declined', 'void'] as const)
    expect(decideRefund({ ...charged, chargeState })).toMatchObject({ reason: 'not-charged' })
  for (const requestedCents of [5000, 0, -1])
    expect(decideRefund({ ...charged, requestedCents })).toMatchObject({ reason: 'more-than-left' })
})

test('the card first: what was paid in money goes back in money, and only the rest comes as credit', () => {
  const paid = { ...charged, chargedCents: 3999, creditPaidCents: 1000 }
  expect(decideRefund(paid)).toEqual({ kind: 'give', cents: 3999, creditCents: 1000 })
  expect(decideRefund({ ...paid, requestedCents: 500 })).toEqual({ kind: 'give', cents: 500, creditCents: 0 })
  const most = [{ state: 'refunded', cents: 3500, creditCents: 0 }] as const
  expect(decideRefund({ ...paid, refunds: most, requestedCents: 999 })).toEqual({
    kind: 'give',
    cents: 499,
    creditCents: 500,
  })
})

test('an order that credit paid whole gives credit back, whether or not there was a card', () => {
  const paidByCredit = { ...charged, chargedCents: 0, creditPaidCents: 4999 }
  for (const chargeState of ['succeeded', null] as const)
    expect(decideRefund({ ...paidByCredit, chargeState })).toEqual({
      kind: 'give',
      cents: 0,
      creditCents: 4999,
    })
})

test('in place of a card that takes nothing back all of it comes as credit', () => {
  const refunds = [{ state: 'refused', cents: 4999, creditCents: 0 }] as const
  expect(decideRefund({ ...charged, refunds, asCredit: true })).toEqual({
    kind: 'give',
    cents: 0,
    creditCents: 4999,
  })
})

test('whatever is asked for, in whatever order, the sum stays within what was paid, and the card within its charge', () => {
  const requested = fc.array(
    fc.record({ cents: fc.integer({ min: -10, max: 6000 }), refused: fc.boolean(), asCredit: fc.boolean() }),
  )
  const paid = fc.integer({ min: 1, max: 20_000 })
  assertProperty(
    fc.property(requested, paid, paid, (attempts, chargedCents, creditPaidCents) => {
      const refunds: { state: 'refunded' | 'refused'; cents: number; creditCents: number }[] = []
      const facts = { ...charged, chargedCents, creditPaidCents, refunds }
      for (const { cents, refused, asCredit } of attempts) {
        const decision = decideRefund({ ...facts, requestedCents: cents, asCredit })
        if (decision.kind === 'give')
          refunds.push({
            state: refused ? 'refused' : 'refunded',
            cents: decision.cents,
            creditCents: decision.creditCents,
          })
      }
      const settled = refunds.filter(({ state }) => state === 'refunded')
      const toCard = settled.reduce((total, { cents }) => total + cents, 0)
      const sum = settled.reduce((total, { creditCents }) => total + creditCents, toCard)
      expect(toCard).toBeLessThanOrEqual(chargedCents)
      expect(sum).toBeLessThanOrEqual(chargedCents + creditPaidCents)
      expect(leftToRefund(facts)).toBe(chargedCents + creditPaidCents - sum)
    }),
  )
})
