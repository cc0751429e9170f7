import type { Address } from '#shared/address.ts'
import { countryName } from './countries.ts'

const joined = (separator: string, ...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(separator)

/** A postal address as it stands on a parcel, in lines; parts that were left out leave no gap. */
export const postalLines = (to: Address): string[] =>
  [
    joined(' ', to.firstName, to.lastName),
    to.company,
    joined(', ', to.address, to.unit),
    joined(' ', joined(', ', to.city, to.region), to.zip),
    countryName(to.country),
  ].filter((line) => line !== '')
