import { expect, test } from 'vitest'
import { shippingFee, shippingMethods, standardMethod } from './shipping.ts'

// spec §4, "Shipping method by country"
test.each([
  ['US', 'free_shipping'],
  ['CA', 'passport_duty_paid_canada'],
  ['GB', 'passport_duty_paid_all'],
  ['JP', 'passport_duty_paid_all'],
])('to %s an order goes by %s', (country, code) => {
  expect(standardMethod(country).code).toBe(code)
})

test('only the US has a second method', () => {
  expect(shippingMethods('US').map((method) => method.code)).toEqual(['free_shipping', 'expedited'])
  expect(shippingMethods('CA')).toHaveLength(1)
})

// spec §9: 0 for US, 10 for non-US, except 0 for three plans
test.each([
  ['US', ['syn-wk'], 0],
  ['GB', ['syn-wk'], 1000],
  ['CA', ['vs-rf'], 1000],
  ['GB', ['syn-rf-3mo'], 0],
  ['GB', ['syn-rf-6mo'], 0],
  ['CA', ['vs-rf-3mo'], 0],
  ['GB', ['syn-rf-3mo', 'vs-rf-3mo'], 0],
  ['GB', ['syn-rf-3mo', 'vs-wk'], 1000],
  ['GB', ['syn-wk-3mo'], 1000],
  ['GB', [], 1000],
])('to %s, %j costs %i cents', (country, codes, fee) => {
  expect(shippingFee(country, standardMethod(country).code, codes)).toBe(fee)
})

test('expedited costs 12.00 whatever travels', () => {
  expect(shippingFee('US', 'expedited', ['syn-rf-3mo'])).toBe(1200)
})
