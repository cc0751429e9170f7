import { expect, test } from 'vitest'
import { currencyOfCountry, shopCurrencyOf } from './shop-currency.ts'

test.each([
  ['US', 'USD'],
  ['CA', 'CAD'],
  ['DE', 'EUR'],
  ['HR', 'EUR'],
  ['GB', 'GBP'],
  ['CH', 'USD'],
  ['SE', 'USD'],
  ['XX', 'USD'],
])('a visitor from %s sees %s', (country, currency) => {
  expect(currencyOfCountry(country)).toBe(currency)
})

test.each(['eur', ' EUR', 'EUR ', 'JPY', 'toString', '', 'EUR,USD', undefined])(
  '%j is not a valid choice of currency',
  (code) => {
    expect(shopCurrencyOf(code)).toBeNull()
  },
)
