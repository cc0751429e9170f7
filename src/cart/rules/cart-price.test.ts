import { expect, test } from 'vitest'
import { startingPlans } from '../../../test/support/starting-plans.ts'
import { plansByCode } from '#catalogue/rules/plan.ts'
import { everybody } from '#coupon/rules/buyers.ts'
import type { Coupon, CouponOffer } from '#coupon/rules/coupon.ts'
import { addToCart, emptyCart, withCouponOffer } from './cart.ts'
import type { Cart } from './cart.ts'
import { cartLines, refusedLines } from './cart-lines.ts'
import { priceCart } from './cart-price.ts'
import { offeredCodes } from './entered-codes.ts'

const plans = plansByCode(startingPlans)
const now = Temporal.Instant.from('2026-11-20T12:00:00Z')

const coupon = (code: string, facts: Partial<Coupon> = {}): Coupon => ({
  code,
  kind: 'percentage',
  value: 25,
  plans: ['syn-wk', 'syn-wk-3mo', 'syn-wk-6mo'],
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
})

const known = [
  coupon('DS-01-25-OFF'),
  coupon('HIDDENVS01', { kind: 'fixed', value: 1000, plans: ['vs-wk'], stackable: true, hidden: true }),
]

const price = (cart: Cart, country = 'US') => {
  const lines = cartLines(cart.items, plans)
  const offers: CouponOffer[] = offeredCodes(cart, lines).map(({ code, source }) => ({
    code,
    source,
    coupon: known.find((one) => one.code === code.toUpperCase()) ?? null,
    alreadyUsed: false,
    buyer: null,
  }))
  return priceCart({ lines, bundles: cart.bundles, offers, country, currency: 'USD', delivery: null, now })
}

const cartOf = (...codes: string[]): Cart =>
  codes.reduce((cart, code) => addToCart(cart, plans, code), emptyCart)

test('a cart without an address has no shipping and no tax', () => {
  const priced = price(cartOf('syn-wk-3mo', 'vs-wk'))
  expect(priced.totals).toMatchObject({ subtotalCents: 17496, discountCents: 0, totalCents: 17496 })
  expect(priced.shipping).toBeNull()
})

test('the quiz code takes a quarter off the adult line only: 33.74 of 134.97', () => {
  const priced = price({ ...cartOf('syn-wk-3mo', 'vs-wk'), promoCode: 'DS-01-25-OFF' })
  expect(priced.lines.map((line) => [line.planCode, line.discountCents])).toEqual([
    ['syn-wk-3mo', 3374],
    ['vs-wk', 0],
  ])
  expect(priced.totals.totalCents).toBe(14122)
})

test('the duo takes 10.00 off, under its own code', () => {
  const priced = price(cartOf('syn-wk-duo'))
  expect(priced.discounts).toEqual([{ code: 'syn-wk-duo', reason: 'bundle', cents: 1000 }])
  expect(priced.totals.totalCents).toBe(8998) // 2 × 49.99 − 10.00
})

test('the hidden coupon applies beside the promo code', () => {
  const cart = {
    ...addToCart(withCouponOffer(cartOf('syn-wk'), plans), plans, 'vs-wk'),
    promoCode: 'DS-01-25-OFF',
  }
  expect(price(cart).discounts).toEqual([
    { code: 'DS-01-25-OFF', reason: 'promo-code', cents: 1250 },
    { code: 'HIDDENVS01', reason: 'stackable', cents: 1000 },
  ])
})

test('a hidden coupon that is typed is refused as unknown', () => {
  expect(price({ ...cartOf('vs-wk'), promoCode: 'hiddenVs01' })).toMatchObject({
    discounts: [],
    refusedCoupons: [{ code: 'hiddenVs01', reason: 'unknown' }],
  })
})

test('a cart line names the plan that it renews as', () => {
  expect(price(cartOf('syn-wk-3mo')).lines[0]?.renewal).toEqual({
    planCode: 'syn-rf-3mo',
    priceCents: 13497,
    intervalMonths: 3,
  })
  expect(price(cartOf('vs-rst')).lines[0]?.renewal).toBeNull()
})

// spec §8
test.each([
  ['NZ', { 'syn-wk': 1 }, 'PRODUCT_NOT_ALLOWED_IN_COUNTRY'],
  ['AU', { 'syn-wk-6mo': 1 }, 'PRODUCT_NOT_ALLOWED_IN_COUNTRY'],
  ['AU', { 'syn-wk': 4 }, 'QUANTITY_NOT_ALLOWED_IN_COUNTRY'],
  ['US', { 'syn-wk': 5 }, 'QUANTITY_NOT_ALLOWED'],
  ['US', { 'syn-wk': 0.5 }, 'QUANTITY_NOT_ALLOWED'],
  ['US', { 'syn-wk': -1 }, 'QUANTITY_NOT_ALLOWED'],
])('shipping to %s of %j is refused with %s', (country, items, error) => {
  expect(refusedLines(cartLines(items, plans), country).map((line) => line.error)).toEqual([error])
})

test('a plan can exclude a country', () => {
  const lines = cartLines({ 'vs-wk': 1 }, plans).map((line) => ({
    ...line,
    plan: { ...line.plan, refusedCountries: ['GB'] },
  }))
  expect(refusedLines(lines, 'GB')).toEqual([{ planCode: 'vs-wk', error: 'PRODUCT_NOT_ALLOWED_IN_COUNTRY' }])
  expect(refusedLines(lines, 'FR')).toEqual([])
})
