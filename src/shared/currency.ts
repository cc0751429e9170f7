import type { TwoDecimalCurrency } from './currency-codes.ts'

/** ISO 4217 (list one), by the number of decimal digits of an amount: the smallest unit of a yen is a yen. */
// prettier-ignore
export const withoutDecimals = [
  'BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV',
  'XAF', 'XOF', 'XPF',
] as const

export const withThreeDecimals = ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'] as const

/** ISO 4217 code; it is stored and sent with every amount. */
export type Currency =
  | (typeof withoutDecimals)[number]
  | TwoDecimalCurrency
  | (typeof withThreeDecimals)[number]

const few: ReadonlyMap<Currency, number> = new Map([
  ...withoutDecimals.map((code) => [code, 0] as const),
  ...withThreeDecimals.map((code) => [code, 3] as const),
])

/** Decimal digits of an amount: USD 2, JPY 0, KWD 3. */
export const decimalsOf = (currency: Currency): number => few.get(currency) ?? 2
