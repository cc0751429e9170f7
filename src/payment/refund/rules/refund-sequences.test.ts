import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsOf, paidParts, sharesOf } from '#pricing/rules/refund-lines.ts'
import type { RefundChoice } from '#pricing/rules/refund-lines.ts'
import { assertProperty } from '../../../../test/support/property.ts'
import { decideRefund } from './refund.ts'
import { paidBy } from '#pricing/rules/totals.ts'
import { splitSum } from '#shared/payment-split.ts'
import type { RefundFacts } from './refund.ts'

const orders = fc
  .record({
    lines: fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 7 }),
        unitPriceCents: fc.integer({ min: 0, max: 30_000 }),
        off: fc.integer({ min: 0, max: 100 }),
        taxCents: fc.integer({ min: 0, max: 3_000 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    shippingCents: fc.constantFrom(0, 500, 1200),
    shippingTaxCents: fc.constantFrom(0, 41),
    byCredit: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ lines, shippingCents, shippingTaxCents, byCredit }) => {
    const priced = lines.map(({ off, ...line }) => ({
      ...line,
      discountCents: Math.floor((line.quantity * line.unitPriceCents * off) / 100),
    }))
    const subtotalCents = priced.reduce((sum, line) => sum + line.quantity * line.unitPriceCents, 0)
    const discountCents = priced.reduce((sum, line) => sum + line.discountCents, 0)
    const taxCents = shippingTaxCents + priced.reduce((sum, line) => sum + line.taxCents, 0)
    const totalCents = subtotalCents - discountCents + shippingCents + taxCents
    const creditCents = Math.floor((totalCents * byCredit) / 100)
    return {
      lines: priced,
      totals: { subtotalCents, discountCents, shippingCents, taxCents, totalCents, creditCents },
    }
  })

const choices = fc.oneof(
  fc.constant<RefundChoice>({ kind: 'rest' }),
  fc
    .record({
      units: fc.array(
        fc.record({ position: fc.integer({ min: 0, max: 4 }), quantity: fc.integer({ min: -1, max: 4 }) }),
        { maxLength: 2 },
      ),
      shippingCents: fc.constantFrom(null, null, 'all' as const, 137),
      sum: fc.option(
        fc.record({
          kind: fc.constantFrom('sum' as const, 'goodwill' as const),
          cents: fc.integer({ min: 0, max: 9_000 }),
        }),
      ),
    })
    .map((chosenParts): RefundChoice => ({ kind: 'parts', ...chosenParts })),
)

const steps = fc.array(fc.record({ choice: choices, asCredit: fc.boolean(), isRefused: fc.boolean() }), {
  maxLength: 12,
})

test('no order of refunds exceeds what was paid for a part, and the last refund completes the exact amount', () => {
  assertProperty(
    fc.property(orders, steps, ({ lines, totals }, wishes) => {
      const paid = paidBy(totals)
      const refunds: RefundFacts['refunds'][number][] = []
      const facts = {
        chargeState: 'succeeded',
        paid,
        parts: paidParts(lines, totals),
        refunds,
      } as const
      for (const { choice, asCredit, isRefused } of [
        ...wishes,
        { choice: { kind: 'rest' } as const, asCredit: false, isRefused: false },
      ]) {
        const decision = decideRefund({ ...facts, choice, asCredit })
        if (decision.kind === 'refuse') continue
        expect(decision.split.cardCents).toBeGreaterThanOrEqual(0)
        expect(decision.split.creditCents).toBeGreaterThanOrEqual(0)
        expect(centsOf(sharesOf(decision.lines))).toBe(splitSum(decision.split))
        refunds.push({ ...decision, state: isRefused ? 'refused' : 'refunded' })
        const given = refunds.filter(({ state }) => state !== 'refused').flatMap((one) => one.lines)
        for (const part of facts.parts) {
          const ofPart = given.filter(({ position }) => position === part.position)
          const sums = sharesOf(ofPart)
          expect(sums.goodsCents).toBeLessThanOrEqual(part.goodsCents)
          expect(sums.taxCents).toBeLessThanOrEqual(part.taxCents)
          expect(ofPart.reduce((sum, { quantity }) => sum + quantity, 0)).toBeLessThanOrEqual(part.quantity)
        }
      }
      const settled = refunds.filter(({ state }) => state !== 'refused')
      const toCard = settled.reduce((sum, { split }) => sum + split.cardCents, 0)
      expect(toCard).toBeLessThanOrEqual(paid.cardCents)
      expect(settled.reduce((sum, { split }) => sum + split.creditCents, toCard)).toBe(totals.totalCents)
      expect(sharesOf(settled.flatMap((one) => one.lines)).taxCents).toBe(totals.taxCents)
    }),
  )
})
