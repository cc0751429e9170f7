import type { ReactNode } from 'react'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { discountName } from '../rules/discount-name.ts'
import { isNothing, shownPrice, takenOff } from './plan-words.ts'
import styles from './sum-rows.module.css'

/** What was taken off and why, as cart and checkout tell it (`DeductionReason` on the wire). */
export interface ShownDiscount {
  readonly code: string
  readonly reason: string
  /** Why, in a sentence. */
  readonly sentence: string
  readonly amount: string
}

interface SumRowProps {
  readonly label: ReactNode
  readonly amount: string
}

export const SumRow = ({ label, amount }: SumRowProps) => (
  <div className={styles.row}>
    <dt>{label}</dt>
    <dd>{shownPrice(amount)}</dd>
  </div>
)

/** For a sum that is not known yet. */
export const WordsRow = ({ label, words }: { readonly label: ReactNode; readonly words: string }) => (
  <div className={styles.row}>
    <dt>{label}</dt>
    <dd className={classNames(text.small, text.mute)}>{words}</dd>
  </div>
)

/** One row for each thing taken off; what takes nothing off is left out. */
export const DiscountRows = ({ discounts }: { readonly discounts: readonly ShownDiscount[] }) =>
  discounts
    .filter((discount) => !isNothing(discount.amount))
    .map((discount) => (
      <div className={styles.row} key={`${discount.reason}-${discount.code}`}>
        <dt>
          Discount <Badge kind="ok">{discountName(discount)}</Badge>
          {discount.reason === 'promo-code' ? null : (
            <span className={classNames(text.block, text.small, text.mute)}>{discount.sentence}</span>
          )}
        </dt>
        <dd>{takenOff(discount.amount)}</dd>
      </div>
    ))

export const TotalRow = ({ label = 'Total', amount }: Partial<SumRowProps> & Pick<SumRowProps, 'amount'>) => (
  <div className={classNames(styles.row, styles.total, text.d3)}>
    <dt>{label}</dt>
    <dd>{shownPrice(amount)}</dd>
  </div>
)

interface PaidSums {
  readonly total: string
  readonly credit: string
  readonly to_pay: string
}

/** The total, and where credit pays of it, how much, and what is left to pay. */
export const PaidRows = ({ sums: { total, credit, to_pay: toPay } }: { readonly sums: PaidSums }) =>
  isNothing(credit) ? (
    <TotalRow amount={total} />
  ) : (
    <>
      <SumRow label="Total" amount={total} />
      <div className={styles.row}>
        <dt>Credit</dt>
        <dd>{takenOff(credit)}</dd>
      </div>
      <TotalRow label="To pay" amount={toPay} />
    </>
  )

export const SumRows = ({
  className,
  children,
}: {
  readonly className?: string
  readonly children: ReactNode
}) => <dl className={classNames(styles.sums, className)}>{children}</dl>
