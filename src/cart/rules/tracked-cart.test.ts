import { expect, test } from 'vitest'
import { startingPlans } from '../../../test/support/starting-plans.ts'
import { productsOf } from '#catalogue/rules/plan.ts'
import { trackedCart, trackedRevenue, trackedTotals } from './tracked-cart.ts'

const products = productsOf(startingPlans)
const line = {
  plan_code: 'syn-wk-3mo',
  name: 'DS-01 Daily Synbiotic, starter kit, 3 months',
  quantity: 2,
  price: '134.97',
  is_gift: false,
}
const gift = { plan_code: 'pds-gwp', name: 'PDS-08 Pediatric Daily Synbiotic', quantity: 1, price: '0.00', is_gift: true } // prettier-ignore

const tracked = {
  sku: 'syn-wk-3mo',
  name: 'DS-01 Daily Synbiotic',
  variant: 'starter kit, 3 months',
  category: 'ds-01',
  price: 134.97,
  quantity: 2,
}

test('amounts are reported in currency units, with product and variant in separate fields', () => {
  const totals = {
    lines: [line],
    subtotal: '269.94',
    discount: '26.99',
    total: '242.95',
    currency: 'USD' as const,
  }
  expect(trackedTotals(totals, products)).toEqual({
    value: 242.95,
    subtotal: 269.94,
    discount: 26.99,
    total: 242.95,
    currency: 'USD',
    products: [tracked],
  })
})

test('revenue is counted in cents, to avoid floating point results such as 0.19999999999999998', () => {
  expect(trackedRevenue({ subtotal: '0.30', discount: '0.10', currency: 'USD' })).toBe(0.2)
})

test('only chosen and typed items are reported', () => {
  const cart = {
    lines: [line, gift],
    discounts: [
      { code: 'SPRING', amount: '26.99' },
      { code: 'hiddenVs01', amount: '5.00' },
    ],
    refusals: [{ code: 'LATE', reason: 'expired' }],
    promo_code: 'SPRING',
    further_codes: ['LATE'],
  }
  expect(trackedCart(cart, { code: 'mara@example.com', reason: 'unknown' }, products)).toEqual({
    lines: [tracked],
    applied: [{ code: 'SPRING', discount: 26.99 }],
    refused: [{ code: 'LATE', reason: 'expired' }],
  })
  expect(trackedCart(cart, { code: 'NOPE', reason: 'unknown' }, products).refused).toContainEqual({
    code: 'NOPE',
    reason: 'unknown',
  })
})
