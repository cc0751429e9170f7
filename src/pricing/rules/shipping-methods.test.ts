import { expect, test } from 'vitest'
import { shippingMethods, standardMethod } from './shipping-methods.ts'

// spec §4, "Shipping method by country"
test.each([
  ['US', 'free_shipping'],
  ['CA', 'passport_duty_paid_canada'],
  ['GB', 'passport_duty_paid_all'],
  ['JP', 'passport_duty_paid_all'],
])('an order to %s ships by %s', (country, code) => {
  expect(standardMethod(country).code).toBe(code)
})

test('only the US has a second method', () => {
  expect(shippingMethods('US').map((method) => method.code)).toEqual(['free_shipping', 'expedited'])
  expect(shippingMethods('CA')).toHaveLength(1)
})
