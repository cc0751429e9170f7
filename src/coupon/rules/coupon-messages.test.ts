import { expect, test } from 'vitest'
import { discountMessage, refusalMessage, withRefusalMessage } from './coupon-messages.ts'

test('a refused coupon has a reason and its message', () => {
  expect(withRefusalMessage({ code: 'SPRING26', reason: 'expired' })).toEqual({
    code: 'SPRING26',
    reason: 'expired',
    message: 'This code has expired.',
  })
  expect(refusalMessage('toString')).toBe('It doesn’t change the price.')
})

test.each([
  ['bundle', 'Discount for two kits. It applies while both are in your cart.'],
  ['promo-code', 'Your code WELCOME10.'],
  ['forever', 'Your code WELCOME10 applies to every order.'],
  ['renewals', 'Your code WELCOME10 applies to this order too.'],
])('%s: %s', (reason, message) => {
  expect(discountMessage({ code: 'WELCOME10', reason })).toBe(message)
})
