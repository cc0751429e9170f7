/** ISO 4217 (list one), by the number of decimal digits of an amount: the smallest unit of a yen is a yen. */
// prettier-ignore
const withoutDecimals = [
  'BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV',
  'XAF', 'XOF', 'XPF',
] as const

// prettier-ignore
const withTwoDecimals = [
  'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BMD', 'BND',
  'BOB', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHF', 'CNY', 'COP', 'CRC', 'CUP',
  'CVE', 'CZK', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS',
  'GIP', 'GMD', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IRR', 'JMD', 'KES',
  'KGS', 'KHR', 'KPW', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MGA', 'MKD',
  'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK',
  'NPR', 'NZD', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'QAR', 'RON', 'RSD', 'RUB', 'SAR', 'SBD',
  'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB',
  'TJS', 'TMT', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'USD', 'UYU', 'UZS', 'VES', 'WST', 'XCD',
  'YER', 'ZAR', 'ZMW', 'ZWG',
] as const

const withThreeDecimals = ['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'] as const

/** ISO 4217 code; it is stored and sent with every amount. */
export type Currency =
  | (typeof withoutDecimals)[number]
  | (typeof withTwoDecimals)[number]
  | (typeof withThreeDecimals)[number]

/** Every currency that money can be in. Those a shop sells in are in `shop-currency.ts`. */
export const currencies: readonly Currency[] = [...withoutDecimals, ...withTwoDecimals, ...withThreeDecimals]

const few: ReadonlyMap<Currency, number> = new Map([
  ...withoutDecimals.map((code) => [code, 0] as const),
  ...withThreeDecimals.map((code) => [code, 3] as const),
])

/** Decimal digits of an amount: USD 2, JPY 0, KWD 3. */
export const decimalsOf = (currency: Currency): number => few.get(currency) ?? 2

/** The currency of a code as ISO 4217 spells it; null for anything else. */
export const currencyOf = (code: string): Currency | null =>
  currencies.find((currency) => currency === code) ?? null
