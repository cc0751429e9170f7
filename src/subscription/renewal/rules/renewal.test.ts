import { expect, test } from 'vitest'
import { startingPlans } from '../../../../test/support/starting-plans.ts'
import { plansByCode } from '#catalogue/rules/plan.ts'
import { noTax, singleRate } from '#pricing/rules/tax-rate.ts'
import { priceRenewal } from './renewal.ts'
import type { Renewal } from './renewal.ts'

const refill = plansByCode(startingPlans).get('syn-rf')
if (!refill) throw new Error('no plan syn-rf')

const renewal: Renewal = {
  plan: refill,
  quantity: 2,
  unitPriceCents: 4500,
  coupon: null,
  country: 'US',
  taxRate: noTax,
}

test('a renewal is charged at the agreed price, not at today’s', () => {
  expect(priceRenewal(renewal).totals.totalCents).toBe(9000)
})

test('a permanent coupon, shipping and tax apply as in a purchase', () => {
  const priced = priceRenewal({
    ...renewal,
    country: 'CA',
    coupon: { code: 'FRIEND', kind: 'percentage', value: 10, duration: 'forever' },
    taxRate: singleRate(13, true, 'CA-ON'),
  })
  // 90.00 − 9.00 + 10.00 = 91.00; 13 % of it is 11.83
  expect(priced).toMatchObject({
    totals: { discountCents: 900, shippingCents: 1000, taxCents: 1183, totalCents: 10283 },
  })
})
