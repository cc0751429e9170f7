import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import { returnRefund } from './return-refund.ts'

// 3 × 49.99 = 149.97, less 15.00, plus 10.01 tax: 144.98. A third is 48.3266…
const line = { quantity: 3, unitPriceCents: 4999, discountCents: 1500, taxCents: 1001 }

test('each of three is a third of the line, and together they are all of it', () => {
  expect([0, 1, 2].map((before) => returnRefund(line, before, 1))).toEqual([4832, 4833, 4833])
  expect(returnRefund(line, 0, 3)).toBe(14498)
  expect(returnRefund(line, 1, 2)).toBe(9666)
})

test('however a line is returned, its parts are its total and none is negative', () => {
  const cents = fc.integer({ min: 0, max: 100_000 })
  const lines = fc
    .record({ quantity: fc.integer({ min: 1, max: 9 }), unitPriceCents: cents, taxCents: cents })
    .chain((one) =>
      fc.record({
        line: fc
          .integer({ min: 0, max: one.quantity * one.unitPriceCents })
          .map((discountCents) => ({ ...one, discountCents })),
        parts: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 9 }),
      }),
    )
  assertProperty(
    fc.property(lines, ({ line: one, parts }) => {
      let [before, sum] = [0, 0]
      for (const part of [...parts, one.quantity]) {
        const count = Math.min(part, one.quantity - before)
        const refund = returnRefund(one, before, count)
        expect(refund).toBeGreaterThanOrEqual(0)
        before += count
        sum += refund
      }
      expect(sum).toBe(one.quantity * one.unitPriceCents - one.discountCents + one.taxCents)
    }),
  )
})
