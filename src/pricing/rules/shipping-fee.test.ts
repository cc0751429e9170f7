import { expect, test } from 'vitest'
import { standardMethod } from '#pricing/rules/shipping-methods.ts'
import { startingPlans } from '../../../test/support/starting-plans.ts'
import { shippingFee } from './shipping-fee.ts'
import type { Currency } from '#shared/money.ts'

const paid = (codes: readonly string[]) =>
  startingPlans.filter(({ code }) => codes.includes(code)).map(({ rules }) => rules)

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
])('shipping to %s of %j costs %i cents', (country, codes, fee) => {
  expect(shippingFee(country, standardMethod(country).code, paid(codes), 'USD')).toBe(fee)
})

test('expedited shipping costs 12.00 for any product', () => {
  expect(shippingFee('US', 'expedited', paid(['syn-rf-3mo']), 'USD')).toBe(1200)
})

test('each currency has its own fees, and a currency without fees is refused', () => {
  const fee = (currency: Currency) => shippingFee('GB', standardMethod('GB').code, paid(['syn-wk']), currency)
  expect([fee('CAD'), fee('EUR'), fee('GBP'), fee('JPY')]).toEqual([1400, 900, 800, 1500])
  expect(() => fee('KWD')).toThrow(RangeError)
})
