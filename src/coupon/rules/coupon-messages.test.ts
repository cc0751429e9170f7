import { expect, test } from 'vitest'
import { discountMessage, refusalMessage, withRefusalMessage } from './coupon-messages.ts'

test('a refusal has its reason and its message', () => {
  expect(withRefusalMessage({ code: 'SPRING26', reason: 'expired' })).toEqual({
    code: 'SPRING26',
    reason: 'expired',
    message: 'It has expired.',
  })
  expect(refusalMessage('toString')).toBe('It takes nothing off.')
})

test.each([
  ['bundle', 'Two together: counts while both stay.'],
  ['promo-code', 'Your code WELCOME10.'],
  ['forever', 'Your code WELCOME10 counts for every order.'],
  ['renewals', 'Your code WELCOME10 counts for this order too.'],
])('%s: %s', (reason, message) => {
  expect(discountMessage({ code: 'WELCOME10', reason })).toBe(message)
})
