import { expect, test } from 'vitest'
import { centsOfStripe, shownByStripe, stripeAmount } from './stripe-amount.ts'

// docs.stripe.com/currencies: zero-decimal currencies, and the special cases ISK, UGX and MGA
test.each([
  ['USD', 4999, 4999],
  ['JPY', 5000, 5000],
  ['ISK', 500, 50_000],
  ['UGX', 500, 50_000],
  ['MGA', 50_000, 500],
  ['KWD', 1250, 1250],
] as const)('%s %i is %i at Stripe, and converts back', (currency, cents, amount) => {
  expect(stripeAmount(cents, currency)).toBe(amount)
  expect(centsOfStripe(amount, currency.toLowerCase())).toBe(cents)
})

test('an amount that Stripe cannot take is refused before the request', () => {
  expect(() => stripeAmount(1255, 'KWD')).toThrow(RangeError)
  expect(() => stripeAmount(50, 'MGA')).toThrow(RangeError)
})

test('a wallet line is converted like the total, and a discount stays negative', () => {
  expect([shownByStripe(500, 'ISK'), shownByStripe(-500, 'ISK')]).toEqual([50_000, -50_000])
  expect([shownByStripe(4999, 'USD'), shownByStripe(5000, 'JPY')]).toEqual([4999, 5000])
})
