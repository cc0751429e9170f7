import type { Address } from '#shared/address.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { countryName } from './countries.ts'

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
