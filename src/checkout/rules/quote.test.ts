import { expect, test } from 'vitest'
import { cartLines } from '#cart/rules/cart-lines.ts'
import { startingPlans } from '../../../test/support/starting-plans.ts'
import { plansByCode } from '#catalogue/rules/plan.ts'
import { everybody } from '#coupon/rules/buyers.ts'
import type { Coupon } from '#coupon/rules/coupon.ts'
import { noTax, singleRate } from '#pricing/rules/tax-rate.ts'
import { toPayCents } from '#pricing/rules/totals.ts'
import { quote } from './quote.ts'
import type { QuoteInput } from './quote.ts'

const plans = plansByCode(startingPlans)

const quoted = (items: Record<string, number>, rest: Partial<QuoteInput> = {}) =>
  quote({
    lines: cartLines(items, plans),
    bundles: [],
    offers: [],
    country: 'US',
    currency: 'USD',
    methodCode: null,
    taxRate: noTax,
    availableCreditCents: 0,
    now: Temporal.Instant.from('2027-01-31T15:00:00Z'),
    today: Temporal.PlainDate.from('2027-01-31'),
    ...rest,
  })

const coupon = (facts: Partial<Coupon>): QuoteInput['offers'] => [
  {
    code: 'SPRING',
    source: 'promo-code',
    alreadyUsed: false,
    buyer: null,
    coupon: {
      code: 'SPRING',
      kind: 'percentage',
      value: 20,
      plans: 'all',
      stackable: false,
      hidden: false,
      maxRedemptions: null,
      redeemed: 0,
      startsAt: null,
      expiresAt: null,
      oncePerAccount: false,
      duration: 'once',
      renewals: null,
      buyers: everybody,
      amounts: new Map(),
      ...facts,
    },
  },
]

test('a kit to Oregon: 49.99, free shipping, no tax, renews on the last day of February', () => {
  const priced = quoted({ 'syn-wk': 1 })
  expect(priced).toMatchObject({
    totals: { totalCents: 4999, shippingCents: 0, taxCents: 0 },
    shipping: { code: 'free_shipping' },
  })
  expect(priced.renewals).toMatchObject([
    { planCode: 'syn-rf', firstOn: '2027-02-28', totalCents: 4999, intervalMonths: 1, couponCode: null },
  ])
})

test('tax is on the discounted goods: 6.25 % of 49.99 − 10.00 = 39.99 is 2.50', () => {
  const taxRate = singleRate(6.25, false, 'US-MA')
  const { totals } = quoted({ 'syn-wk': 1 }, { taxRate, offers: coupon({ kind: 'fixed', value: 1000 }) })
  expect([totals.discountCents, totals.taxCents, totals.totalCents]).toEqual([1000, 250, 4249])
})

test('credit pays a part of the total after tax, and does not change subtotal, tax and shipping', () => {
  const taxRate = singleRate(6.25, false, 'US-MA')
  const { totals } = quoted({ 'syn-wk': 1 }, { taxRate, availableCreditCents: 1000 })
  expect(totals).toMatchObject({ taxCents: 312, totalCents: 5311, creditCents: 1000 })
  expect(toPayCents(totals)).toBe(4311)
  const paid = quoted({ 'syn-wk': 1 }, { taxRate, availableCreditCents: 9000 })
  expect(paid.totals).toMatchObject({ totalCents: 5311, creditCents: 5311 })
  expect(toPayCents(paid.totals)).toBe(0)
  expect(paid.renewals[0]?.totalCents).toBe(5311)
})

test('shipping is taxed where the tax row says so: 6.5 % of 49.99 + 12.00 = 61.99 is 4.03', () => {
  const taxRate = singleRate(6.5, true, 'US-MA')
  const { totals, shipping, lines } = quoted({ 'syn-wk': 1 }, { taxRate, methodCode: 'expedited' })
  expect(totals.taxCents).toBe(403)
  expect(shipping.taxCents + (lines[0]?.taxCents ?? 0)).toBe(403)
  expect(totals.totalCents).toBe(4999 + 1200 + 403)
})

test('tax is rounded once per order, then split: 3 lines at 7.25 % of 139.97 are 10.15', () => {
  const { totals, lines } = quoted(
    { 'syn-wk': 1, 'pds-wk': 1, 'vs-wk': 1 },
    { taxRate: singleRate(7.25, false, 'US-MA') },
  )
  expect(totals.taxCents).toBe(1015) // 139.97 × 0.0725 = 10.147825
  expect(lines.map((line) => line.taxCents)).toEqual([363, 362, 290])
})

test('a renewal uses standard shipping, whatever the first order used', () => {
  expect(quoted({ 'syn-wk': 1 }, { methodCode: 'expedited' }).renewals[0]?.shippingCents).toBe(0)
})

test('abroad a monthly kit pays 10.00 shipping for each order, a three-month refill none for renewals', () => {
  const monthly = quoted({ 'syn-wk': 1 }, { country: 'GB' })
  expect([monthly.totals.totalCents, monthly.renewals[0]?.totalCents]).toEqual([5999, 5999])
  const quarterly = quoted({ 'syn-wk-3mo': 1 }, { country: 'GB' })
  expect([quarterly.totals.totalCents, quarterly.renewals[0]?.totalCents]).toEqual([14497, 13497])
})

test('a permanent coupon applies to the renewal, and a one-time coupon does not', () => {
  const once = quoted({ 'syn-wk': 1 }, { offers: coupon({}) })
  expect([once.totals.totalCents, once.renewals[0]?.totalCents, once.renewals[0]?.couponCode]).toEqual([
    3999,
    4999,
    null,
  ])
  const forever = quoted({ 'syn-wk': 1 }, { offers: coupon({ duration: 'forever', plans: ['syn-wk'] }) })
  expect([forever.totals.totalCents, forever.renewals[0]?.totalCents]).toEqual([3999, 3999])
  expect(forever.renewals[0]?.couponCode).toBe('SPRING')
})

test('a coupon for some renewals shows their price and the price of those after them', () => {
  const some = quoted({ 'syn-wk': 1 }, { offers: coupon({ duration: 'renewals', renewals: 3 }) })
  expect(some.renewals).toMatchObject([{ totalCents: 3999, couponRenewals: 3, laterTotalCents: 4999 }])
})

test('every recurring line starts its own subscription, with its quantity', () => {
  const { renewals } = quoted({ 'syn-wk-6mo': 2, 'vs-wk': 1, 'vs-rst': 1, 'syn-wk-gift-2020': 1 })
  expect(renewals.map((renewal) => [renewal.planCode, renewal.totalCents, renewal.firstOn])).toEqual([
    ['syn-rf-6mo', 50988, '2027-07-31'],
    ['vs-rf', 3999, '2027-02-28'],
  ])
})

test('the quote names a preorder', () => {
  expect(quoted({ 'syn-wk': 1 }).preorderNote).toBe('Est. 2-4 weeks')
  expect(quoted({ 'syn-rf': 1 }).preorderNote).toBeNull()
})

test('a shipping method of another country cannot be chosen', () => {
  expect(() => quoted({ 'syn-wk': 1 }, { country: 'CA', methodCode: 'expedited' })).toThrow(
    expect.objectContaining({ code: 'VALIDATION_ERROR' }),
  )
})

test('every line refuses New Zealand', () => {
  expect(quoted({ 'syn-wk': 1, 'vs-wk': 1 }, { country: 'NZ' }).refusedLines).toHaveLength(2)
})
