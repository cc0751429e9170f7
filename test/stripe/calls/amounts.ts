import { StripeFault } from '../wire/stripe-fault.ts'

/** The smallest charge by currency, in its smallest unit. Source: docs.stripe.com/currencies. */
const minimums: ReadonlyMap<string, number> = new Map([
  ['usd', 50],
  ['aud', 50],
  ['cad', 50],
  ['chf', 50],
  ['czk', 1500],
  ['dkk', 250],
  ['eur', 50],
  ['gbp', 30],
  ['isk', 100],
  ['jpy', 50],
  ['mga', 1],
  ['nok', 300],
  ['nzd', 50],
  ['pln', 200],
  ['sek', 300],
  ['sgd', 50],
  ['ugx', 100],
])

/** Counted with two decimals that are always 00. Source: docs.stripe.com/currencies, "Special cases". */
const withoutFractions: readonly string[] = ['isk', 'ugx']

const largest = 99_999_999

/** Refuses an amount that Stripe would: in the currency's smallest unit. */
export const assertChargeable = (amount: number, currency: string): void => {
  const minimum = minimums.get(currency)
  if (minimum === undefined) {
    if (/^[a-z]{3}$/.test(currency)) throw StripeFault.unmodelled(`the currency ${currency}`)
    throw StripeFault.invalid(
      `Invalid currency: ${currency}. Stripe currently supports these currencies: ${[...minimums.keys()].join(', ')}`,
      { param: 'currency' },
    )
  }
  if (amount < 1)
    throw StripeFault.invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  if (amount < minimum)
    throw StripeFault.invalid(`Amount must be at least ${(minimum / 100).toFixed(2)} ${currency}`, {
      code: 'amount_too_small',
      param: 'amount',
    })
  if (withoutFractions.includes(currency) && amount % 100 !== 0)
    throw StripeFault.invalid(`Invalid amount: ${currency} has no fractions`, { param: 'amount' })
  if (amount > largest)
    throw StripeFault.invalid(`Amount must be no more than ${(largest / 100).toFixed(2)} ${currency}`, {
      code: 'amount_too_large',
      param: 'amount',
    })
}
