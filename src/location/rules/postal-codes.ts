import { ownValue } from '#shared/own-value.ts'

const fourDigits = /^\d{4}$/
const fiveDigits = /^\d{5}$/

/** The patterns of the postal codes of each country; without a row there are none in daily use. */
const patterns: Readonly<Record<string, RegExp>> = {
  AT: fourDigits,
  AU: fourDigits,
  BE: fourDigits,
  CA: /^[A-Za-z]\d[A-Za-z][ -]?\d[A-Za-z]\d$/,
  CH: fourDigits,
  CZ: /^\d{3} ?\d{2}$/,
  DE: fiveDigits,
  DK: fourDigits,
  ES: fiveDigits,
  FI: fiveDigits,
  FR: fiveDigits,
  GB: /^[A-Za-z]{1,2}\d[A-Za-z\d]? ?\d[A-Za-z]{2}$/,
  GR: /^\d{3} ?\d{2}$/,
  IL: /^\d{5}(\d{2})?$/,
  IT: fiveDigits,
  JP: /^\d{3}-?\d{4}$/,
  KR: fiveDigits,
  LU: /^(L-)?\d{4}$/,
  MX: fiveDigits,
  NL: /^\d{4} ?[A-Za-z]{2}$/,
  NO: fourDigits,
  NZ: fourDigits,
  PL: /^\d{2}-?\d{3}$/,
  PT: /^\d{4}-?\d{3}$/,
  SE: /^\d{3} ?\d{2}$/,
  SG: /^\d{6}$/,
  US: /^\d{5}(-\d{4})?$/,
}

/** Whether addresses of the country name a postal code: not in Hong Kong, Ireland and the Emirates. */
export const zipRequired = (country: string): boolean => ownValue(patterns, country) !== undefined

/** Whether a text looks like a postal code of the country; any text does where it has none. */
export const isValidZip = (country: string, zip: string): boolean =>
  ownValue(patterns, country)?.test(zip.trim()) ?? true

/** The countries whose postal codes identify a region. */
const withRegions = ['US', 'CA', 'AU']

/** Whether a text is a complete postal code that can identify a region. */
export const mayIdentifyRegion = (country: string, zip: string): boolean =>
  withRegions.includes(country) && isValidZip(country, zip)
