import { ownValue } from '#shared/own-value.ts'
import type { Address } from '#shared/address.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { places } from './published-places.ts'
import { wholePattern } from './postal-pattern.ts'
import { countryName } from './countries.ts'

const patternOf = (country: string): string | undefined => ownValue(places().countries, country)?.zip

/** Whether addresses of the country name a postal code: not in Hong Kong, Ireland and the Emirates. */
export const zipRequired = (country: string): boolean => patternOf(country) !== undefined

const matchers = new Map<string, RegExp>()

const matcherOf = (pattern: string): RegExp => {
  const known = matchers.get(pattern) ?? wholePattern(pattern)
  matchers.set(pattern, known)
  return known
}

/** Whether a text looks like a postal code of the country; any text does where it has none. */
export const isValidZip = (country: string, zip: string): boolean => {
  const pattern = patternOf(country)
  return pattern === undefined || matcherOf(pattern).test(zip.trim())
}

/** Whether the postal codes of a country identify a region. */
const zipNamesRegion = (country: string): boolean =>
  Object.keys(ownValue(places().countries, country)?.zip_regions ?? {}).length > 0

/** The pattern of a complete code, for a country whose codes identify a region. */
export const regionPattern = (country: string): string | undefined =>
  zipNamesRegion(country) ? patternOf(country) : undefined

/** Whether a text is a complete postal code that can identify a region. */
export const mayIdentifyRegion = (country: string, zip: string): boolean =>
  zipNamesRegion(country) && isValidZip(country, zip)

const joinParts = (separator: string, ...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(separator)

/** A postal address as on a shipping label, in lines; missing parts leave no gap. */
export const postalLines = (recipient: Address, locale: Locale = defaultLocale): string[] =>
  [
    joinParts(' ', recipient.firstName, recipient.lastName),
    recipient.company,
    joinParts(', ', recipient.address, recipient.unit),
    joinParts(' ', joinParts(', ', recipient.city, recipient.region), recipient.zip),
    countryName(recipient.country, locale),
  ].filter((line) => line !== '')
