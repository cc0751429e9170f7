import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../../test/support/property.ts'
import { decideRefund, leftToRefund } from './refund.ts'
import type { RefundFacts } from './refund.ts'
import type { PaidPart, RefundChoice } from '#pricing/rules/refund-lines.ts'

/** One line, which is all that was paid. */
const lineOf = (cents: number): PaidPart[] => [{ position: 0, quantity: 1, goodsCents: cents, taxCents: 0 }]

const aSum = (cents: number): RefundChoice => ({
  kind: 'parts',
  units: [],
  shippingCents: null,
  sum: { kind: 'sum', cents },
})

/** A refund from before lines were stored. */
const earlier = (state: RefundFacts['refunds'][number]['state'], cents: number) => ({
  state,
  split: { cardCents: cents, creditCents: 0 },
  lines: [],
})

const charged: RefundFacts = {
  chargeState: 'succeeded',
  paid: { cardCents: 4999, creditCents: 0 },
  parts: lineOf(4999),
  refunds: [],
  choice: { kind: 'rest' },
  asCredit: false,
}

test('a refund is everything that is left, or the requested part', () => {
  expect(decideRefund(charged)).toMatchObject({ kind: 'give', split: { cardCents: 4999, creditCents: 0 } })
  expect(decideRefund({ ...charged, choice: aSum(1000) })).toMatchObject({
    kind: 'give',
    split: { cardCents: 1000, creditCents: 0 },
  })
  const part = [earlier('refunded', 1000)]
  expect(decideRefund({ ...charged, refunds: part })).toMatchObject({
    kind: 'give',
    split: { cardCents: 3999, creditCents: 0 },
  })
})

test('a refund counts as given until it is known to be refused', () => {
  for (const state of ['intended', 'unknown', 'pending', 'refunded'] as const)
    expect(decideRefund({ ...charged, refunds: [earlier(state, 4999)] })).toMatchObject({
      reason: 'nothing-left',
    })
  expect(decideRefund({ ...charged, refunds: [earlier('refused', 4999)] })).toMatchObject({
    split: { cardCents: 4999 },
  })
})

test('an uncharged order cannot be refunded, and no order beyond its charge', () => {
  for (const chargeState of ['intended', 'unknown', 'challenge', 'declined', 'void'] as const)
    expect(decideRefund({ ...charged, chargeState })).toMatchObject({ reason: 'not-charged' })
  expect(decideRefund({ ...charged, choice: aSum(5000) })).toMatchObject({ reason: 'more-than-left' })
  for (const cents of [0, -1])
    expect(decideRefund({ ...charged, choice: aSum(cents) })).toMatchObject({ reason: 'not-positive' })
})

test('a refund goes to the card first, and only the rest becomes credit', () => {
  const paid = { ...charged, paid: { cardCents: 3999, creditCents: 1000 } }
  expect(decideRefund(paid)).toMatchObject({ kind: 'give', split: { cardCents: 3999, creditCents: 1000 } })
  expect(decideRefund({ ...paid, choice: aSum(500) })).toMatchObject({
    kind: 'give',
    split: { cardCents: 500, creditCents: 0 },
  })
  const most = [earlier('refunded', 3500)]
  expect(decideRefund({ ...paid, refunds: most, choice: aSum(999) })).toMatchObject({
    kind: 'give',
    split: { cardCents: 499, creditCents: 500 },
  })
})

test('an order paid completely by credit is refunded as credit, with or without a card', () => {
  const paidByCredit = { ...charged, paid: { cardCents: 0, creditCents: 4999 } }
  for (const chargeState of ['succeeded', null] as const)
    expect(decideRefund({ ...paidByCredit, chargeState })).toMatchObject({
      kind: 'give',
      split: { cardCents: 0, creditCents: 4999 },
    })
})

test('when the card accepts no refund, all of it becomes credit', () => {
  const refunds = [earlier('refused', 4999)]
  expect(decideRefund({ ...charged, refunds, asCredit: true })).toMatchObject({
    kind: 'give',
    split: { cardCents: 0, creditCents: 4999 },
  })
})

test('any sequence of refunds stays within what was paid, and on the card within its charge', () => {
  const requested = fc.array(
    fc.record({ cents: fc.integer({ min: -10, max: 6000 }), refused: fc.boolean(), asCredit: fc.boolean() }),
  )
  const paid = fc.integer({ min: 1, max: 20_000 })
  assertProperty(
    fc.property(requested, paid, paid, (attempts, cardCents, creditCents) => {
      const refunds: RefundFacts['refunds'][number][] = []
      const parts = lineOf(cardCents + creditCents)
      const facts = { ...charged, paid: { cardCents, creditCents }, parts, refunds }
      for (const { cents, refused, asCredit } of attempts) {
        const decision = decideRefund({ ...facts, choice: aSum(cents), asCredit })
        if (decision.kind === 'give')
          refunds.push({
            state: refused ? 'refused' : 'refunded',
            split: decision.split,
            lines: decision.lines,
          })
      }
      const settled = refunds.filter(({ state }) => state === 'refunded')
      const toCard = settled.reduce((total, { split }) => total + split.cardCents, 0)
      const sum = settled.reduce((total, { split }) => total + split.creditCents, toCard)
      expect(toCard).toBeLessThanOrEqual(cardCents)
      expect(sum).toBeLessThanOrEqual(cardCents + creditCents)
      expect(leftToRefund(facts)).toBe(cardCents + creditCents - sum)
    }),
  )
})
