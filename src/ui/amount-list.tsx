import type { ReactNode } from 'react'
import styles from './amount-list.module.css'
import { classNames } from './class-names.ts'
import { WirePrice } from './price.tsx'
import type { WirePriceProps } from './price.tsx'

interface AmountRowProps {
  readonly label: ReactNode
  readonly isTotal?: boolean
  /** The amount. */
  readonly children: ReactNode
}

/** A label and its amount at the end of the row. */
export const AmountRow = ({ label, isTotal = false, children }: AmountRowProps) => (
  <div className={classNames(styles.row, isTotal && styles.total)}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** An amount of the wire and what it is. */
export const PriceRow = ({ label, ...amount }: WirePriceProps & { readonly label: string }) => (
  <AmountRow label={label}>
    <WirePrice {...amount} />
  </AmountRow>
)

interface AmountListProps {
  readonly size?: 'small'
  readonly className?: string
  /** `AmountRow`s and `PriceRow`s. */
  readonly children: ReactNode
}

/** The amounts of an order or a document, from the subtotal to the total. */
export const AmountList = ({ size, className, children }: AmountListProps) => (
  <dl className={classNames(styles.list, size === 'small' && styles.small, className)}>{children}</dl>
)
