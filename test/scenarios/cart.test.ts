import { expect } from 'vitest'
import { takeCouponOffer } from '#cart/endpoints.ts'
import { testInOneShop } from '../support/shop.ts'

const test = testInOneShop()

test('adding a product stops at the maximum quantity of that product', async ({ shop }) => {
  const visitor = shop.visitor()
  for (const count of [1, 2, 3, 4, 4])
    expect((await visitor.add('syn-wk')).items).toEqual({ 'syn-wk': count })
  expect((await visitor.add('syn-wk-6mo', 5)).items).toEqual({ 'syn-wk': 4, 'syn-wk-6mo': 2 })
})

test('adding a refill replaces all other items and increases its own quantity', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  await visitor.add('vs-wk')
  expect((await visitor.add('syn-rf')).items).toEqual({ 'syn-rf': 1 })
  expect((await visitor.add('syn-rf')).items).toEqual({ 'syn-rf': 2 })
  expect((await visitor.add('vs-rf')).items).toEqual({ 'vs-rf': 1 })
})

test('adding any other product removes a refill', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-rf', 2)
  expect((await visitor.add('vs-wk')).items).toEqual({ 'vs-wk': 1 })
})

test('removing takes one unit away, and a forced removal takes all of them', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk', 3)
  expect((await visitor.remove('syn-wk')).items).toEqual({ 'syn-wk': 2 })
  expect((await visitor.remove('syn-wk', true)).items).toEqual({})
  await visitor.add('syn-wk')
  expect((await visitor.remove('syn-wk')).items).toEqual({})
})

test('deleting a refill clears the promo code; deleting another product keeps the promo code', async ({
  shop,
}) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  await visitor.enterCode('FOREVER15')
  expect((await visitor.remove('syn-wk')).promo_code).toBe('FOREVER15')
  expect((await visitor.add('syn-rf', 2)).promo_code).toBe('FOREVER15')
  expect((await visitor.remove('syn-rf')).promo_code).toBe('FOREVER15')
  expect((await visitor.remove('syn-rf')).promo_code).toBeNull()
})

test('clearing empties the cart and resets its id', async ({ shop }) => {
  const visitor = shop.visitor()
  const { cart_id: before } = await visitor.add('syn-wk')
  expect((await visitor.clear()).items).toEqual({})
  expect(visitor.client.jar.has('loam_cart_id')).toBe(false)
  const { cart_id: after, items } = await visitor.add('vs-wk')
  expect(items).toEqual({ 'vs-wk': 1 })
  expect(after).not.toBe(before)
})

test('two adult kits that form a duo take 10.00 off while both are in the cart', async ({ shop }) => {
  const visitor = shop.visitor()
  // 2 × 49.99 = 99.98, less 10.00
  expect(await visitor.add('syn-wk-duo')).toMatchObject({
    items: { 'syn-wk': 2 },
    subtotal: '99.98',
    discount: '10.00',
    total: '89.98',
  })
  expect(await visitor.remove('syn-wk')).toMatchObject({
    items: { 'syn-wk': 1 },
    discount: '0.00',
    total: '49.99',
  })
  expect(await visitor.add('syn-wk')).toMatchObject({ items: { 'syn-wk': 2 }, discount: '0.00' })
})

test('the free gift is added with the first pediatric kit and removed with the last', async ({ shop }) => {
  const visitor = shop.visitor()
  expect(await visitor.add('pds-wk', 2)).toMatchObject({
    items: { 'pds-wk': 2, 'pds-gwp': 1 },
    total: '99.98',
  })
  expect((await visitor.remove('pds-wk')).items).toEqual({ 'pds-wk': 1, 'pds-gwp': 1 })
  await expect(visitor.remove('pds-gwp')).rejects.toMatchObject({ code: 'ITEM_NOT_AVAILABLE' })
  expect((await visitor.remove('pds-wk')).items).toEqual({})
  await expect(visitor.add('pds-gwp')).rejects.toMatchObject({ code: 'ITEM_NOT_AVAILABLE' })
})

test('an eligible visitor has the vaginal discount until the last kit is removed', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.client.call(takeCouponOffer, {})
  // 39.99 less 10.00
  expect(await visitor.add('vs-wk')).toMatchObject({
    stackable_coupon: 'hiddenVs01',
    discount: '10.00',
    total: '29.99',
  })
  expect((await visitor.remove('vs-wk')).stackable_coupon).toBeNull()
  expect(await visitor.add('vs-wk')).toMatchObject({
    stackable_coupon: null,
    discount: '0.00',
    total: '39.99',
  })
})

test('upsells follow country and order, leave out what is in the cart, and are not shown beside a refill', async ({
  shop,
}) => {
  const codes = (cart: { upsells: readonly { plan_code: string }[] }): string[] =>
    cart.upsells.map(({ plan_code: code }) => code)
  const home = shop.visitor('US')
  expect(codes(await home.cart())).toEqual(['syn-wk', 'pds-wk', 'vs-wk'])
  expect(codes(await home.add('pds-wk'))).toEqual(['syn-wk', 'vs-wk'])
  expect(codes(await home.add('syn-rf'))).toEqual([])
  expect(codes(await shop.visitor('DE').cart())).toEqual(['syn-wk', 'pds-wk'])
})

test('a cart opens for the holder of its id, and after sign-in for its member only', async ({ shop }) => {
  const owner = shop.visitor()
  await owner.add('syn-rf')
  await owner.checkout()
  const member = await shop.asMember(owner)
  const { cart_id: id } = await member.add('vs-wk')
  const stranger = shop.visitor()
  stranger.client.jar.set('loam_cart_id', id ?? '')
  expect((await stranger.cart()).items).toEqual({})
  const { cart_id: own } = await stranger.add('syn-wk')
  expect(own).not.toBe(id)
  expect((await member.cart()).items).toEqual({ 'vs-wk': 1 })
})

test('concurrent cart changes all count', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  await Promise.all(
    ['vs-wk', 'vs-wk', 'pds-wk', 'syn-wk', 'syn-wk-gift-2020'].map((code) => visitor.add(code)),
  )
  expect((await visitor.cart()).items).toEqual({
    'syn-wk': 2,
    'vs-wk': 2,
    'pds-wk': 1,
    'pds-gwp': 1,
    'syn-wk-gift-2020': 1,
  })
})

test('a price change is shown in the cart at once', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('vs-rf-3mo')
  expect((await visitor.preview()).total).toBe('107.97')
  await shop.changePrice('vs-rf-3mo', 9999)
  await shop.waitForPrice('vs-rf-3mo', '99.99')
  await expect(visitor.checkout({ but: { total: '107.97' } })).rejects.toMatchObject({
    code: 'TOTAL_CHANGED',
    data: { total: '99.99' },
  })
  expect(await shop.chargedCents()).toHaveLength(1)
})
