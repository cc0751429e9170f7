import type { Address } from '#shared/address.ts'
import { brand } from '#shared/brand.ts'
import text from '#ui/text.module.css'
import styles from './address-lines.module.css'

const countries = new Intl.DisplayNames(brand.locale, { type: 'region' })

const joined = (separator: string, ...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(separator)

const linesOf = (address: Address): string[] =>
  [
    joined(' ', address.firstName, address.lastName),
    address.company,
    joined(', ', address.address, address.unit),
    joined(' ', joined(', ', address.city, address.region), address.zip),
    countries.of(address.country) ?? address.country,
  ].filter((line) => line !== '')

/** A postal address as it stands on a parcel, one line each. */
export const AddressLines = ({ address }: { readonly address: Address }) => (
  <address className={styles.lines}>
    {linesOf(address).map((line) => (
      <span key={line} className={text.block}>
        {line}
      </span>
    ))}
  </address>
)
