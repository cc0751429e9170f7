import { afterAll, beforeAll, expect, test } from 'vitest'
import { from, newShopper, openCartApp } from './cart-app.ts'
import type { Shopper } from './cart-app.ts'

let app: Awaited<ReturnType<typeof openCartApp>>

beforeAll(async () => {
  app = await openCartApp()
})

afterAll(() => app.close())

const add = (shopper: Shopper, code: string) =>
  app.carts.addCartItem(from(shopper), { code, quantity: 1, only_if_absent: false, only_if_offered: false })
const type = (shopper: Shopper, code: string) =>
  app.carts.setPromoCode(from(shopper), { code, from_link: false })
const link = (shopper: Shopper, code: string) =>
  app.carts.setPromoCode(from(shopper), { code, from_link: true })
const refusedFor = (reason: string) => ({ code: 'INVALID_COUPON', data: { refusals: [{ reason }] } })

test('the quiz code takes a quarter off the adult kits: 33.74 of 134.97 and nothing of 39.99', async () => {
  const shopper = newShopper()
  await add(shopper, 'syn-wk-3mo')
  await add(shopper, 'vs-wk')
  expect(await type(shopper, 'ds-01-25-off')).toMatchObject({
    promo_code: 'ds-01-25-off',
    subtotal: '174.96',
    discount: '33.74',
    total: '141.22',
    discounts: [{ code: 'DS-01-25-OFF', reason: 'promo-code', amount: '33.74' }],
  })
})

test.each([
  ['NO-SUCH-CODE', 'unknown'],
  ['SPRING26', 'expired'],
  ['hiddenVs01', 'unknown'],
  ['DS-01-25-OFF', 'no-matching-plan'],
])('the typed code %s is refused as %s, and the previous code stays', async (code, reason) => {
  const shopper = newShopper()
  await add(shopper, 'vs-wk')
  await type(shopper, 'WELCOME10')
  await expect(type(shopper, code)).rejects.toMatchObject(refusedFor(reason))
  await expect(app.carts.redeemCoupon(from(shopper), { code })).rejects.toMatchObject(refusedFor(reason))
  expect(await app.carts.viewCart(from(shopper), {})).toMatchObject({
    promo_code: 'WELCOME10',
    total: '29.99',
  })
})

test('in an empty cart a code waits for a matching product', async () => {
  const shopper = newShopper()
  await type(shopper, 'DS-01-25-OFF')
  expect((await add(shopper, 'syn-wk')).total).toBe('37.49') // 49.99 − 12.50
})

test('redeeming checks a code and adds it to the cart', async () => {
  const shopper = newShopper()
  await add(shopper, 'syn-wk')
  expect(await app.carts.redeemCoupon(from(shopper), { code: 'WELCOME10' })).toMatchObject({
    total: '39.99',
  })
  expect(await app.carts.removePromoCode(from(shopper), {})).toMatchObject({
    promo_code: null,
    total: '49.99',
  })
})

test('an expired code from a link is kept, and the cart says why it has no effect', async () => {
  const shopper = newShopper()
  await add(shopper, 'syn-wk')
  expect(await link(shopper, 'SPRING26')).toMatchObject({
    promo_code: 'SPRING26',
    total: '49.99',
    refusals: [{ code: 'SPRING26', reason: 'expired' }],
  })
})

// spec §4 "Promo code", ruling 12; on the adult kit WELCOME10 is worth 10.00, FIRST100 10.00, FOREVER15 7.50
test('the quiz link replaces a code worth 10.00 or one that cannot be checked, and not itself', async () => {
  const shopper = newShopper()
  await add(shopper, 'syn-wk')
  await type(shopper, 'WELCOME10')
  expect((await link(shopper, 'DS-01-25-OFF')).promo_code).toBe('DS-01-25-OFF')
  await link(shopper, 'NO-SUCH-CODE')
  expect((await link(shopper, 'x-DS-01-25-OFF-x')).promo_code).toBe('DS-01-25-OFF')
})

test('the vaginal offer adds its hidden coupon with the kit, and both are removed together', async () => {
  const shopper = newShopper()
  await app.carts.takeCouponOffer(from(shopper), {})
  expect(await add(shopper, 'vs-wk')).toMatchObject({
    stackable_coupon: 'hiddenVs01',
    discounts: [{ code: 'HIDDENVS01', reason: 'stackable', amount: '10.00' }],
    total: '29.99',
  })
  expect(await app.carts.removeCartItem(from(shopper), { code: 'vs-wk', force: false })).toMatchObject({
    stackable_coupon: null,
  })
  expect((await add(shopper, 'vs-wk')).total).toBe('39.99')
})

test('the coupon endpoints show what a code takes off, and nothing of hidden or expired codes', async () => {
  const visitor = from(newShopper())
  expect(await app.coupons.viewCouponPlans(visitor, { code: 'ds-01-25-off' })).toEqual({
    code: 'DS-01-25-OFF',
    type: 'percentage',
    value: '25',
    currency: 'USD',
    plans: ['syn-wk', 'syn-wk-3mo', 'syn-wk-6mo'],
    discounts: { 'syn-wk': '12.50', 'syn-wk-3mo': '33.74', 'syn-wk-6mo': '63.74' },
  })
  expect(await app.coupons.viewCoupon(visitor, { code: 'WELCOME10' })).toMatchObject({
    type: 'fixed',
    value: '10.00',
    plans: 'all',
    once_per_account: true,
  })
  for (const code of ['hiddenVs01', 'SPRING26', 'NO-SUCH-CODE'])
    await expect(app.coupons.viewCoupon(visitor, { code })).rejects.toMatchObject({
      code: 'INVALID_COUPON',
    })
})
