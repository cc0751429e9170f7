import { expect } from 'vitest'
import { shippingRates } from '#pricing/endpoints.ts'
import { testInOneShop } from '../support/shop.ts'

const test = testInOneShop()

test('shipping in the US is free, and expedited shipping costs 12.00', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  expect(await visitor.preview()).toMatchObject({
    shipping: { method_code: 'free_shipping', amount: '0.00' },
    shipping_methods: [
      { method_code: 'free_shipping', amount: '0.00' },
      { method_code: 'expedited', amount: '12.00' },
    ],
  })
  expect(await visitor.preview('oregon', 'expedited')).toMatchObject({
    shipping: { amount: '12.00' },
    total: '61.99',
  })
  expect(await visitor.checkout({ shipping: 'expedited' })).toMatchObject({ order: { total: '61.99' } })
})

test('products are taxed by the rate of the state', async ({ shop }) => {
  const visitor = shop.visitor('US', 'CA')
  await visitor.add('syn-wk')
  // 7.25 % of 49.99 is 3.624275, rounded 3.62.
  expect(await visitor.preview('california')).toMatchObject({ tax: '3.62', total: '53.61' })
  // Quick shipping is not taxed there: 49.99 + 3.62 + 12.00.
  expect(await visitor.preview('california', 'expedited')).toMatchObject({ tax: '3.62', total: '65.61' })
  expect(await visitor.checkout({ place: 'california' })).toMatchObject({ order: { total: '53.61' } })
})

test('an order to Canada shows duties paid, costs 10.00 shipping, and is taxed with the products', async ({
  shop,
}) => {
  const visitor = shop.visitor('CA', 'ON')
  await visitor.add('syn-wk')
  // 13 % of 59.99 is 7.7987, rounded 7.80.
  expect(await visitor.preview('toronto')).toMatchObject({
    shipping: { method_code: 'passport_duty_paid_canada', amount: '10.00' },
    tax: '7.80',
    total: '67.79',
  })
  expect(await visitor.checkout({ place: 'toronto' })).toMatchObject({ order: { total: '67.79' } })
})

test('shipping to other countries costs 10.00, except for products that ship free', async ({ shop }) => {
  const visitor = shop.visitor('DE', 'XX')
  await visitor.add('syn-wk')
  expect((await visitor.preview('berlin')).shipping).toMatchObject({
    method_code: 'passport_duty_paid_all',
    amount: '10.00',
  })
  for (const code of ['syn-rf-3mo', 'syn-rf-6mo', 'vs-rf-3mo']) {
    await visitor.add(code)
    expect((await visitor.preview('berlin')).shipping.amount).toBe('0.00')
  }
  await visitor.add('syn-rf')
  expect((await visitor.preview('berlin')).shipping.amount).toBe('10.00')
})

test('every endpoint refuses an address in New Zealand', async ({ shop }) => {
  const visitor = shop.visitor('NZ', 'XX')
  await visitor.add('syn-wk')
  const refusal = { code: 'PRODUCT_NOT_ALLOWED_IN_COUNTRY', status: 422 }
  expect((await visitor.cart()).refused_lines).toMatchObject([{ plan_code: 'syn-wk', code: refusal.code }])
  await expect(visitor.preview('wellington')).rejects.toMatchObject(refusal)
  await expect(visitor.client.call(shippingRates, { country: 'NZ' })).rejects.toMatchObject(refusal)
  const filled = await visitor.fill()
  const there = { ...filled.address, city: 'Wellington', region: '', zip: '6011', country: 'NZ' }
  const shipping = { method_code: 'passport_duty_paid_all' }
  await expect(visitor.send({ ...filled, address: there, shipping })).rejects.toMatchObject(refusal)
})

test('a quantity above the limit of a country is refused for that country', async ({ shop }) => {
  const visitor = shop.visitor('AU', 'NSW')
  await visitor.add('syn-wk', 4)
  // Australia takes 90 days of supply in a line: three months, not four.
  await expect(
    visitor.send({
      ...(await visitor.fill()),
      address: sydney,
      shipping: { method_code: 'passport_duty_paid_all' },
    }),
  ).rejects.toMatchObject({ code: 'QUANTITY_NOT_ALLOWED_IN_COUNTRY', status: 422 })
})

test('expedited shipping cannot be chosen outside the US', async ({ shop }) => {
  const visitor = shop.visitor('DE', 'XX')
  await visitor.add('syn-wk')
  await expect(visitor.preview('berlin', 'expedited')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: { 'shipping.method_code': expect.any(String) },
  })
})

test('an address must have the fields that its country requires', async ({ shop }) => {
  const visitor = shop.visitor()
  await visitor.add('syn-wk')
  const filled = await visitor.fill()
  const address = { ...filled.address, region: '', zip: '97' }
  await expect(visitor.send({ ...filled, address })).rejects.toMatchObject({
    code: 'BILLING_VALIDATION_ERROR',
    detail:
      "Sorry, we couldn't validate your shipping address. Please check that all the fields are entered correctly.",
    fields: { 'address.region': 'Kindly enter your region', 'address.zip': 'Kindly enter your zip code' },
  })
})

const sydney = {
  firstName: 'Mara',
  lastName: 'Ito',
  address: '1 Alder Way',
  city: 'Sydney',
  region: 'NSW',
  zip: '2000',
  country: 'AU',
}
