import { expect } from 'vitest'
import { redeemCoupon, removePromoCode, takeCouponOffer } from '#cart/endpoints.ts'
import { viewCoupon, viewCouponPlans } from '#coupon/endpoints.ts'
import { withCoupon } from '../support/coupons.ts'
import { testInOneShop } from '../support/shop.ts'

const test = testInOneShop({
  prepare: async (tx) => {
    await withCoupon('LAST', { maxRedemptions: 1 })(tx)
    await withCoupon('BIG', { kind: 'fixed', value: 3000 })(tx)
    await withCoupon('ALL', { value: 100 })(tx)
    await withCoupon('LATER', { startsAt: Temporal.Instant.from('2031-02-01T00:00:00Z') })(tx)
  },
})

const refused = (reason: string) => ({
  code: 'INVALID_COUPON',
  status: 422,
  detail: 'Sorry, the coupon code you entered is invalid.',
  data: { refusals: [{ reason }] },
})

test('DS-01-25-OFF takes a quarter off the adult kits', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  await visitor.add('vs-wk')
  // 25 % of 49.99 is 12.4975, rounded 12.50; nothing off the vaginal kit.
  expect(await visitor.enterCode(' ds-01-25-off ')).toMatchObject({
    discounts: [{ code: 'DS-01-25-OFF', reason: 'promo-code', amount: '12.50' }],
    total: '77.48',
  })
  expect(await visitor.checkout()).toMatchObject({ status: 'ordered', order: { total: '77.48' } })
})

test('a refused coupon shows its reason, and the coupon before it stays', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('vs-wk')
  await visitor.enterCode('FOREVER15')
  await expect(visitor.enterCode('NOBODY-KNOWS')).rejects.toMatchObject(refused('unknown'))
  await expect(visitor.enterCode('SPRING26')).rejects.toMatchObject(refused('expired'))
  await expect(visitor.enterCode('LATER')).rejects.toMatchObject(refused('not-started'))
  await expect(visitor.enterCode('DS-01-25-OFF')).rejects.toMatchObject(refused('no-matching-plan'))
  await expect(visitor.enterCode('hiddenVs01')).rejects.toMatchObject(refused('unknown'))
  expect((await visitor.cart()).promo_code).toBe('FOREVER15')
})

test('the vaginal discount applies together with a promo code', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.client.call(takeCouponOffer, {})
  await visitor.add('vs-wk')
  await visitor.add('syn-wk')
  // 89.98; 25 % of 49.99 is 12.50; 10.00 off the vaginal kit.
  expect(await visitor.enterCode('DS-01-25-OFF')).toMatchObject({ discount: '22.50', total: '67.48' })
  expect(await visitor.checkout()).toMatchObject({ order: { total: '67.48' } })
})

test('combinable coupons are entered one after the other and applied in the documented order', async ({
  shop,
}) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  await visitor.enterCode('PAIR5')
  // The one that cannot be combined comes first: 12.50 off 49.99, then 5 % of 49.99, 2.50.
  expect(await visitor.enterCode('DS-01-25-OFF')).toMatchObject({
    promo_code: 'DS-01-25-OFF',
    further_codes: ['PAIR5'],
    discounts: [
      { code: 'DS-01-25-OFF', message: 'Your code DS-01-25-OFF.', amount: '12.50' },
      { code: 'PAIR5', amount: '2.50' },
    ],
    total: '34.99',
  })
  // One that cannot be combined replaces the one before: 10.00 and 2.50 off.
  expect(await visitor.enterCode('WELCOME10')).toMatchObject({ further_codes: ['PAIR5'], total: '37.49' })
  await expect(visitor.enterCode('SPRING26')).rejects.toMatchObject({
    data: { refusals: [{ reason: 'expired', message: 'This code has expired.' }] },
  })
  expect(await visitor.checkout()).toMatchObject({ status: 'ordered', order: { total: '37.49' } })
})

test('an entered coupon is removed by its code, and the next one replaces it', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  for (const code of ['DS-01-25-OFF', 'PAIR5']) await visitor.enterCode(code)
  const left = await visitor.client.call(removePromoCode, { code: 'ds-01-25-off' })
  expect(left).toMatchObject({ promo_code: 'PAIR5', further_codes: [], total: '47.49' })
  expect(await visitor.client.call(removePromoCode, {})).toMatchObject({ promo_code: null, total: '49.99' })
})

test('a coupon with one use is redeemed once', async ({ shop }) => {
  const [first, second] = [shop.visitor(), shop.visitor()]
  for (const visitor of [first, second]) {
    await visitor.add('syn-rf')
    await visitor.enterCode('LAST')
  }
  const filled = await second.fill()
  // 49.99 less 10.00 (20 % is 9.998)
  expect(await first.checkout()).toMatchObject({ status: 'ordered', order: { total: '39.99' } })
  await expect(second.send(filled)).rejects.toMatchObject(refused('exhausted'))
  expect((await second.cart()).items).toEqual({ 'syn-rf': 1 })
  await expect(shop.visitor().enterCode('LAST')).rejects.toMatchObject(refused('exhausted'))
})

test('a coupon use reserved by a declined purchase becomes available again', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await visitor.enterCode('WELCOME10')
  await expect(visitor.checkout({ card: 'no-funds' })).rejects.toMatchObject({ code: 'CARD_DECLINED' })
  expect(await visitor.checkout()).toMatchObject({ status: 'ordered', order: { total: '39.99' } })
})

test('a once-per-account coupon is refused the second time', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk-gift-2020')
  await visitor.enterCode('WELCOME10')
  expect(await visitor.checkout()).toMatchObject({ order: { total: '39.99' } })
  const again = shop.visitor()
  await again.add('syn-wk-gift-2020', 2)
  await again.enterCode('WELCOME10')
  // Who has not signed in learns no more of what somebody's email was used for.
  await expect(again.checkout({ email: visitor.email })).rejects.toMatchObject(refused('not-for-email'))
})

test('the quiz code of a link replaces an earlier coupon unless the earlier coupon takes more off', async ({
  shop,
}) => {
  const weaker = shop.visitor()
  await weaker.add('syn-wk')
  // WELCOME10 takes 10.00 off the kit, the quiz code up to 12.4975: the quiz code wins.
  await weaker.openLinkWithCode('WELCOME10')
  expect((await weaker.openLinkWithCode('DS-01-25-OFF')).promo_code).toBe('DS-01-25-OFF')
  const stronger = shop.visitor()
  await stronger.add('syn-wk')
  // BIG takes 30.00 off: it stays.
  await stronger.openLinkWithCode('BIG')
  expect((await stronger.openLinkWithCode('DS-01-25-OFF')).promo_code).toBe('BIG')
})

test('a coupon that ended before the payment is refused with the new total instead of charging more than was shown', async ({
  shop,
}) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf')
  await visitor.enterCode('FOREVER15')
  const filled = await visitor.fill()
  await visitor.client.send({ method: 'DELETE', path: '/api/cart/promo-code' })
  await expect(visitor.send(filled)).rejects.toMatchObject({
    code: 'TOTAL_CHANGED',
    data: { total: '49.99' },
  })
})

test('partners read the discount of a coupon for each plan', async ({ shop }) => {
  const { client } = shop.visitor()
  expect(await client.call(viewCouponPlans, { code: 'DS-01-25-OFF' })).toMatchObject({
    type: 'percentage',
    value: '25',
    discounts: { 'syn-wk': '12.50' },
  })
  expect(await client.call(viewCoupon, { code: 'FOREVER15' })).toMatchObject({
    plans: 'all',
    duration: 'forever',
  })
  await expect(client.call(viewCoupon, { code: 'SPRING26' })).rejects.toMatchObject({
    code: 'INVALID_COUPON',
  })
})

test('an order with a total of zero is placed without asking the processor', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk-gift-2020')
  await visitor.enterCode('ALL')
  const before = (await shop.pages.charges()).length
  expect(await visitor.checkout()).toMatchObject({ status: 'ordered', order: { total: '0.00' } })
  expect(await shop.pages.charges()).toHaveLength(before)
})

test('an API client applies a coupon to the cart of its visitor', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  const cart = await visitor.client.call(redeemCoupon, { code: 'FOREVER15' })
  // 15 % of 49.99 is 7.4985, rounded 7.50.
  expect(cart).toMatchObject({ subtotal: '49.99', discount: '7.50', total: '42.49' })
})
