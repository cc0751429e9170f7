import { currencyOf } from './currency-codes.ts'
import { decimalsOf } from './currency.ts'
import type { Cents, Currency } from './money.ts'

/** Where Stripe counts other decimals than ISO 4217: docs.stripe.com/currencies, "Special cases" and "Zero-decimal currencies". */
const moreDecimals: ReadonlyMap<string, number> = new Map([
  ['ISK', 2],
  ['UGX', 2],
  ['MGA', -2],
])

const shiftOf = (code: string): number => moreDecimals.get(code) ?? 0

/**
 * An amount as Stripe counts it. RangeError for one that Stripe cannot take: a part of its smallest unit, or in a currency
 * with three decimals one whose last digit is not 0.
 */
export const stripeAmount = (cents: Cents, currency: Currency): number => {
  const amount = cents * 10 ** shiftOf(currency)
  const isChargeable = Number.isSafeInteger(amount) && (decimalsOf(currency) !== 3 || amount % 10 === 0)
  if (!isChargeable) throw new RangeError(`Stripe cannot charge ${cents} of the smallest unit of ${currency}`)
  return amount
}

/** Stripe's amount in the smallest unit of ISO 4217; as it is in a currency that the shop does not know. */
export const centsOfStripe = (amount: number, code: string): Cents => {
  const currency = currencyOf(code.toUpperCase())
  return currency === null ? amount : Math.round(amount / 10 ** shiftOf(currency))
}

/** A part of a sum as Stripe shows it in a wallet; negative for a discount. Only what is charged has to be chargeable. */
export const shownByStripe = (cents: Cents, code: string): number => Math.round(cents * 10 ** shiftOf(code))
