import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertProperty } from '../../../test/support/property.ts'
import { sumCents } from '#shared/money.ts'
import { discountOnLines, discountOnPlan } from './discount.ts'
import type { DiscountableLine } from './discount.ts'

const line = (planCode: string, unitPriceCents: number, quantity = 1): DiscountableLine => ({
  planCode,
  unitPriceCents,
  quantity,
  leftCents: unitPriceCents * quantity,
})

test('a fixed discount returns its value', () => {
  expect(discountOnPlan({ kind: 'fixed', value: 1000, plans: 'all' }, 'syn-wk', 4999)).toBe(1000)
})

test('a percentage is of the SKU’s price, rounded to cents: 25 % of 49.99 is 12.4975, so 12.50', () => {
  expect(discountOnPlan({ kind: 'percentage', value: 25, plans: ['syn-wk'] }, 'syn-wk', 4999)).toBe(1250)
  expect(discountOnPlan({ kind: 'percentage', value: 25, plans: ['syn-wk-3mo'] }, 'syn-wk-3mo', 13497)).toBe(
    3374,
  )
})

test('a plan that does not match yields 0', () => {
  expect(discountOnPlan({ kind: 'fixed', value: 1000, plans: ['vs-wk'] }, 'syn-wk', 4999)).toBe(0)
})

test('a percentage is rounded per unit and then multiplied: 3 × 12.50, not 25 % of 149.97', () => {
  expect(discountOnLines({ kind: 'percentage', value: 25, plans: 'all' }, [line('syn-wk', 4999, 3)])).toEqual(
    [3750],
  )
})

test('a fixed amount is given once per order and split by the cost of the lines', () => {
  const lines = [line('syn-wk', 4999), line('vs-wk', 3999), line('pds-wk', 4999)]
  expect(discountOnLines({ kind: 'fixed', value: 1000, plans: 'all' }, lines)).toEqual([357, 286, 357])
  expect(discountOnLines({ kind: 'fixed', value: 1000, plans: ['vs-wk'] }, lines)).toEqual([0, 1000, 0])
})

const lineArbitrary = fc
  .record({
    planCode: fc.constantFrom('syn-wk', 'vs-wk', 'pds-wk'),
    unitPriceCents: fc.integer({ min: 0, max: 30_000 }),
    quantity: fc.integer({ min: 1, max: 6 }),
    taken: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ taken, ...rest }) => ({
    ...rest,
    leftCents: Math.floor(rest.unitPriceCents * rest.quantity * (1 - taken)),
  }))

test('no line loses more than its remaining price, and a fixed amount never grows', () => {
  const plans = fc.oneof(fc.constant('all' as const), fc.subarray(['syn-wk', 'vs-wk', 'pds-wk']))
  const kind = fc.constantFrom('fixed' as const, 'percentage' as const)
  assertProperty(
    fc.property(
      fc.array(lineArbitrary),
      kind,
      fc.integer({ min: 1, max: 9000 }),
      plans,
      (lines, kind, amount, plans) => {
        const value = kind === 'percentage' ? amount / 90 : amount
        const off = discountOnLines({ kind, value, plans }, lines)
        off.forEach((cents, position) => {
          expect(cents).toBeGreaterThanOrEqual(0)
          expect(cents).toBeLessThanOrEqual(lines[position]?.leftCents ?? 0)
        })
        if (kind === 'fixed') expect(sumCents(off)).toBeLessThanOrEqual(value)
      },
    ),
  )
})
