import type { Address } from '#shared/address.ts'

import text from '#ui/text.module.css'
import styles from './address-lines.module.css'

const linesOf = (address: Address): string[] =>
  [
    `${address.firstName} ${address.lastName}`,
    address.company,
    [address.address, address.unit].filter((part) => part !== '').join(', '),
    [address.city, address.region, address.zip].filter((part) => part !== '').join(' '),
    address.country,
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
