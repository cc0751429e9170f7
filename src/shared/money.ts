/** A whole number of the currency's smallest unit; negative only where documented. */
export type Cents = number

/** ISO 4217 code. The shop sells in one currency; it is stored with every amount (spec §1). */
export type Currency = 'USD'

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
export const percentOf = (cents: Cents, percent: number): Cents => {
  const scaled = BigInt(Math.round(percent * 10_000))
  return Number(halfAwayFromZero(BigInt(assertCents(cents)) * scaled, 1_000_000n))
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

const priceForm = /^\d{1,9}(\.\d{1,2})?$/

/** `'49.99'` → 4999. Throws RangeError for anything but digits with up to two decimals. */
export const parsePrice = (price: string): Cents => {
  if (!priceForm.test(price)) throw new RangeError(`not a price: ${price}`)
  const [units = '0', decimals = ''] = price.split('.')
  return Number(units) * 100 + Number(decimals.padEnd(2, '0'))
}

/** 4999 → `'49.99'`, the numeric string of the wire (spec §3). */
export const wirePrice = (cents: Cents): string => {
  assertCents(cents)
  const magnitude = Math.abs(cents)
  const text = `${Math.floor(magnitude / 100)}.${String(magnitude % 100).padStart(2, '0')}`
  return cents < 0 ? `-${text}` : text
}

const symbols: Readonly<Record<Currency, string>> = { USD: '$' }

/** 4999 → `'$49.99'`; a negative amount carries a minus sign before the symbol. */
export const formatPrice = (cents: Cents, currency: Currency): string => {
  const [units = '0', decimals = '00'] = wirePrice(Math.abs(cents)).split('.')
  const grouped = units.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${cents < 0 ? '\u2212' : ''}${symbols[currency]}${grouped}.${decimals}`
}
