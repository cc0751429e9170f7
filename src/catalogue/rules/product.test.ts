import { expect, test } from 'vitest'
import { startingPlans } from '../../../test/support/starting-plans.ts'
import { productsOf } from './plan.ts'
import { listingOf, nameParts, productGroup, productName, productOf, revenueGroup } from './product.ts'

// spec §4, "Product group code"
test.each([
  [['syn-wk'], 'ds'],
  [['syn-wk', 'syn-rf-3mo'], 'ds'],
  [['vs-wk', 'syn-wk'], 'vsds'],
  [['vs-wk', 'vs-rf'], 'vs'],
  [['pds-wk'], 'pds'],
  [['pds-wk', 'syn-wk'], 'pds'],
  [['pds-wk', 'syn-wk', 'vs-wk'], 'pds'],
  [[], 'pds'],
])('the group %j is read as %s', (codes, group) => {
  expect(productGroup(codes)).toBe(group)
})

test('a code belongs to the product with the same prefix', () => {
  const products = productsOf(startingPlans)
  const idOf = (code: string) => productOf(products, code)?.id ?? null
  expect(['syn-wk', 'pds-gwp', 'vs-rst', 'unknown', ''].map(idOf)).toEqual([
    'ds-01',
    'pds-08',
    'vs-01',
    null,
    null,
  ])
})

test('a product name has a number and a rest, and revenue is grouped by product, also for products added later', () => {
  expect(nameParts(productName('DS-01 Daily Synbiotic, refill, 1 month'))).toEqual({
    code: 'DS-01',
    name: 'Daily Synbiotic',
  })
  expect(nameParts('Winter tea')).toEqual({ code: 'Winter tea', name: 'Winter tea' })
  expect(['syn-rf', 'vs-wk', 'pds-gwp', 'tea-wk'].map(revenueGroup)).toEqual(['ds', 'vs', 'pds', 'tea'])
})

// spec §7, partner listings
test.each([
  ['daily', 'syn-wk,syn-wk-3mo,syn-wk-6mo'],
  ['vaginal', 'vs-wk,vs-rf-3mo,vs-rf'],
  ['pediatric', 'pds-wk'],
  ['partner', 'syn-wk,syn-rf,vs-wk,pds-wk,pds-rf'],
] as const)('the product list of %s contains %s', (group, codes) => {
  expect(
    listingOf(startingPlans, group)
      .map((plan) => plan.code)
      .join(),
  ).toBe(codes)
})
