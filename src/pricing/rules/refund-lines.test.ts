import { expect, test } from 'vitest'
import { centsOf, centsOfUnits, chooseLines, leftParts, paidParts, sharesOf } from './refund-lines.ts'
import type { PaidPart, RefundChoice, RefundLine } from './refund-lines.ts'

/**
 * 3 × 10.00 less 1.00 and 2.10 tax = 31.10; 1 × 20.00 and 1.45 tax = 21.45; shipping 5.00 and 0.36 tax = 5.36. Together
 * 57.91.
 */
const paid = paidParts(
  [
    { quantity: 3, unitPriceCents: 1000, discountCents: 100, taxCents: 210 },
    { quantity: 1, unitPriceCents: 2000, discountCents: 0, taxCents: 145 },
  ],
  {
    subtotalCents: 5000,
    discountCents: 100,
    shippingCents: 500,
    taxCents: 391,
    totalCents: 5791,
    creditCents: 0,
  },
)

const parts = (changes: Partial<Extract<RefundChoice, { kind: 'parts' }>>): RefundChoice => ({
  kind: 'parts',
  units: [],
  shippingCents: null,
  sum: null,
  ...changes,
})

const chosen = (left: readonly PaidPart[], choice: RefundChoice): readonly RefundLine[] => {
  const result = chooseLines(left, choice)
  if (result.kind === 'refuse') throw new Error(result.reason)
  return result.lines
}

const rows = (lines: readonly RefundLine[]) =>
  lines.map(
    ({ kind, position, quantity, goodsCents, taxCents }) =>
      `${kind} ${position ?? '-'} ${quantity} ${goodsCents}+${taxCents}`,
  )

const after = (...refunds: (readonly RefundLine[])[]) =>
  leftParts(
    paid,
    refunds.map((lines) => ({ totalCents: centsOf(sharesOf(lines)), lines })),
  )

test('each refunded unit of a line gets its share, and the last one the rest', () => {
  const choice = parts({ units: [{ position: 0, quantity: 1 }] })
  // 31.10 / 3 = 10.36, tax 2.10 / 31.10 of it: 0.70. Then 20.74 / 2 = 10.37. The last one: 10.37.
  const first = chosen(paid, choice)
  expect(rows(first)).toEqual(['line 0 1 966+70'])
  const second = chosen(after(first), choice)
  expect(rows(second)).toEqual(['line 0 1 967+70'])
  expect(rows(chosen(after(first, second), choice))).toEqual(['line 0 1 967+70'])
})

test('units, shipping and goodwill are refunded together, with the goodwill spread over the rest', () => {
  const lines = chosen(
    paid,
    parts({
      units: [{ position: 1, quantity: 1 }],
      shippingCents: 200,
      sum: { kind: 'goodwill', cents: 500 },
    }),
  )
  // Left after the line and 2.00 of shipping: 31.10 and 3.36. Of 5.00: round(5.00 × 31.10 / 34.46) = 4.51, and 0.49.
  expect(rows(lines)).toEqual([
    'line 1 1 2000+145',
    'shipping - 0 187+13',
    'goodwill 0 0 421+30',
    'goodwill - 0 46+3',
  ])
})

test('a refund of the rest names the remaining units, and what a goodwill refund has left of a line', () => {
  const goodwill = chosen(paid, parts({ sum: { kind: 'goodwill', cents: 791 } }))
  expect(centsOf(sharesOf(goodwill))).toBe(791)
  const rest = chosen(after(goodwill), { kind: 'rest' })
  expect(rest.map(({ kind, quantity }) => `${kind} ${quantity}`)).toEqual(['line 3', 'line 1', 'shipping 0'])
  expect(centsOf(sharesOf(rest))).toBe(5000)
  expect(chooseLines(after(goodwill, rest), { kind: 'rest' })).toEqual({
    kind: 'refuse',
    reason: 'nothing-left',
  })
})

test.each<[string, RefundChoice, string]>([
  ['four of three', parts({ units: [{ position: 0, quantity: 4 }] }), 'units-not-left'],
  [
    'three and one of three',
    parts({ units: [{ position: 0, quantity: 3 }, { position: 0, quantity: 1 }] }), // prettier-ignore
    'units-not-left',
  ],
  ['none', parts({ units: [{ position: 0, quantity: 0 }] }), 'not-positive'],
  ['less than none', parts({ units: [{ position: 0, quantity: -1 }] }), 'not-positive'],
  ['half of one', parts({ units: [{ position: 0, quantity: 0.5 }] }), 'not-positive'],
  ['a line of no order', parts({ units: [{ position: 7, quantity: 1 }] }), 'no-such-line'],
  ['more shipping than was paid', parts({ shippingCents: 537 }), 'shipping-not-left'],
  ['shipping of nothing', parts({ shippingCents: 0 }), 'not-positive'],
  ['a sum above the total', parts({ sum: { kind: 'sum', cents: 5792 } }), 'more-than-left'],
  ['a negative goodwill', parts({ sum: { kind: 'goodwill', cents: -1 } }), 'not-positive'],
  ['nothing', parts({}), 'nothing-left'],
])('%s is refused', (_what, choice, reason) => {
  expect(chooseLines(paid, choice)).toEqual({ kind: 'refuse', reason })
})

test('a refund from before line refunds counts as an amount', () => {
  const left = leftParts(paid, [{ totalCents: 1000, lines: [] }])
  expect(left.reduce((sum, part) => sum + centsOf(part), 0)).toBe(4791)
  expect(left.map(({ quantity }) => quantity)).toEqual([3, 1, 0])
})

test('a returned line that was refunded before gives the rest of the line, or nothing', () => {
  const one = chosen(paid, parts({ units: [{ position: 1, quantity: 1 }] }))
  expect(centsOfUnits(after(one), [{ position: 1, quantity: 1 }])).toBe(0)
  const two = chosen(paid, parts({ units: [{ position: 0, quantity: 2 }] }))
  // 31.10 less the share of two units, 20.73.
  expect(centsOfUnits(after(two), [{ position: 0, quantity: 3 }])).toBe(1037)
})
