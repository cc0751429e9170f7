import { postalLines } from '#location/rules/postal-codes.ts'
import type { Address } from '#shared/address.ts'
import text from '#ui/text.module.css'
import styles from './address-lines.module.css'
import { useLocale } from '#ui/locale-context.ts'

/** A postal address as on a shipping label, one line each. */
export const AddressLines = ({ address }: { readonly address: Address }) => (
  <address className={styles.lines}>
    {postalLines(address, useLocale()).map((line) => (
      <span key={line} className={text.block}>
        {line}
      </span>
    ))}
  </address>
)
