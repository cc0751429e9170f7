import { decimalsOf } from './currency.ts'
import type { Currency } from './currency.ts'
import { defaultLocale, formatsOf } from './locale.ts'
import type { Locale } from './locale.ts'

export type { Currency } from './currency.ts'

/** A whole number of the currency's smallest unit (cents, pence, yen); negative only where documented. */
export type Cents = number

const halfAwayFromZero = (numerator: bigint, denominator: bigint): bigint => {
  const negative = numerator < 0n
  const magnitude = negative ? -numerator : numerator
  const rounded = (2n * magnitude + denominator) / (2n * denominator)
  return negative ? -rounded : rounded
}

const assertCents = (cents: Cents): Cents => {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not a whole number of cents: ${cents}`)
  return cents
}

/**
 * `percent` of an amount, rounded half away from zero to whole cents (spec §9: "rounded to cents").
 * The percentage may carry up to four decimals; the product is exact before the one rounding.
 */
export const percentOf = (cents: Cents, percent: number): Cents => sumOfPercents([{ cents, percent }])

/** A per cent of an amount; the percentage may carry up to four decimals. */
export interface PercentTerm {
  readonly cents: Cents
  readonly percent: number
}

/** A percentage as a whole number of ten-thousandths. */
const scaled = (percent: number): number => Math.round(percent * 10_000)

/** The exact share of a term, as a weight for `allocate`: whole, in millionths of a cent. */
export const percentWeight = ({ cents, percent }: PercentTerm): number => assertCents(cents) * scaled(percent)

/** Percentages of amounts, added up exactly and then rounded once, half away from zero. */
export const sumOfPercents = (terms: readonly PercentTerm[]): Cents => {
  const exact = terms.reduce(
    (sum, { cents, percent }) => sum + BigInt(assertCents(cents)) * BigInt(scaled(percent)),
    0n,
  )
  return Number(halfAwayFromZero(exact, 1_000_000n))
}

/**
 * Splits `total` over `weights` so that the parts always add up to `total` (ruling 13). Whole cents by the running
 * share, so the order of the weights decides who gets an odd cent. All weights zero: the first part gets everything.
 */
export const allocate = (total: Cents, weights: readonly number[]): Cents[] => {
  assertCents(total)
  if (weights.length === 0) return []
  const sum = weights.reduce((a, b) => a + BigInt(b), 0n)
  if (sum === 0n) return weights.map((_, position) => (position === 0 ? total : 0))
  let seen = 0n
  let given = 0n
  return weights.map((weight) => {
    seen += BigInt(weight)
    const upTo = halfAwayFromZero(BigInt(total) * seen, sum)
    const part = upTo - given
    given = upTo
    return Number(part)
  })
}

/** Adds amounts; an empty list is 0. */
export const sumCents = (amounts: readonly Cents[]): Cents => amounts.reduce((a, b) => a + b, 0)

const digitsForm = /^\d{1,12}$/
const decimalForm = /^(\d{1,12})\.(\d{1,3})$/

/** Units and decimals of a written price; null for anything but digits with up to this many decimals. */
const partsOf = (price: string, decimals: number): readonly [string, string] | null => {
  if (digitsForm.test(price)) return [price, '']
  const [, units, fraction] = decimalForm.exec(price) ?? []
  return units === undefined || fraction === undefined || fraction.length > decimals
    ? null
    : [units, fraction]
}

/**
 * `'49.99'` of USD → 4999, `'5000'` of JPY → 5000, `'1.250'` of KWD → 1250. Throws RangeError for anything but digits with
 * up to the currency's decimals.
 */
export const parsePrice = (price: string, currency: Currency): Cents => {
  const decimals = decimalsOf(currency)
  const parts = partsOf(price, decimals)
  if (parts === null) throw new RangeError(`not a price in ${currency}: ${price}`)
  return assertCents(Number(`${parts[0]}${parts[1].padEnd(decimals, '0')}`))
}

/** Whether a price on the wire is nothing, in any currency. */
export const isNoPrice = (price: string): boolean => /^-?0+(\.0+)?$/.test(price)

/** A price from outside in cents; null for what is no price in this currency. */
export const readPrice = (price: string, currency: Currency): Cents | null => {
  if (isNoPrice(price)) return 0
  return partsOf(price, decimalsOf(currency)) === null ? null : parsePrice(price, currency)
}

/** 4999 of USD → `'49.99'`, the numeric string of the wire (spec §3); 5000 of JPY → `'5000'`. */
export const wirePrice = (cents: Cents, currency: Currency): string => {
  const decimals = decimalsOf(currency)
  const digits = String(Math.abs(assertCents(cents))).padStart(decimals + 1, '0')
  const units = digits.slice(0, digits.length - decimals)
  const text = decimals === 0 ? units : `${units}.${digits.slice(-decimals)}`
  return cents < 0 ? `-${text}` : text
}

const formats = new Map<string, Intl.NumberFormat>()

const formatOf = (currency: Currency, locale: Locale): Intl.NumberFormat => {
  const key = `${currency} ${locale}`
  const known = formats.get(key)
  if (known) return known
  const digits = decimalsOf(currency)
  const shape = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const made = new Intl.NumberFormat(formatsOf(locale), { style: 'currency', currency, ...shape })
  formats.set(key, made)
  return made
}

/**
 * An amount as people of the locale read it: `'$49.99'`, `'CA$67.99'`, `'€46.99'`, `'¥5,000'`, in German `'46,99 €'`; a negative one
 * carries a minus sign before it.
 */
export const formatPrice = (cents: Cents, currency: Currency, locale: Locale = defaultLocale): string => {
  const amount = Number(wirePrice(Math.abs(cents), currency))
  return `${cents < 0 ? '\u2212' : ''}${formatOf(currency, locale).format(amount)}`
}

/** A price of the wire, which may be negative, as people read it. */
export const priceText = (price: string, currency: Currency, locale: Locale = defaultLocale): string =>
  price.startsWith('-')
    ? formatPrice(0 - parsePrice(price.slice(1), currency), currency, locale)
    : formatPrice(parsePrice(price, currency), currency, locale)
