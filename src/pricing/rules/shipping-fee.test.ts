import { expect, test } from 'vitest'
import { standardMethod } from '#pricing/rules/shipping-methods.ts'
import { shippingFee } from './shipping-fee.ts'

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
