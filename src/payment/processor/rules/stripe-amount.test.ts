import { expect, test } from 'vitest'
import { centsOfStripe, stripeAmount } from './stripe-amount.ts'

// docs.stripe.com/currencies: zero-decimal currencies, and the special cases ISK, UGX and MGA
test.each([
  ['USD', 4999, 4999],
  ['JPY', 5000, 5000],
  ['ISK', 500, 50_000],
  ['UGX', 500, 50_000],
  ['MGA', 50_000, 500],
  ['KWD', 1250, 1250],
] as const)('%s %i is %i at Stripe, and back', (currency, cents, amount) => {
  expect(stripeAmount(cents, currency)).toBe(amount)
  expect(centsOfStripe(amount, currency.toLowerCase())).toBe(cents)
})

test('what Stripe cannot take is refused before it is asked', () => {
  expect(() => stripeAmount(1255, 'KWD')).toThrow(RangeError)
  expect(() => stripeAmount(50, 'MGA')).toThrow(RangeError)
})
