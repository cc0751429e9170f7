import type { ReactNode } from 'react'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { DiscountReply } from '#coupon/rules/discount-reply.ts'
import { discountName } from '../rules/discount-name.ts'
import { negatedPrice } from './plan-text.ts'
import styles from './total-rows.module.css'
import { isNoPrice, priceText } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'

interface AmountRowProps {
  readonly label: ReactNode
  readonly amount: string
  readonly currency: Currency
}

export const AmountRow = ({ label, amount, currency }: AmountRowProps) => (
  <div className={styles.row}>
    <dt>{label}</dt>
    <dd>{priceText(amount, currency)}</dd>
  </div>
)

/** For an amount that is not known yet. */
export const NoteRow = ({ label, note }: { readonly label: ReactNode; readonly note: string }) => (
  <div className={styles.row}>
    <dt>{label}</dt>
    <dd className={classNames(text.small, text.mute)}>{note}</dd>
  </div>
)

/** One row for each discount; those of zero are omitted. */
export const DiscountRows = ({ discounts }: { readonly discounts: readonly DiscountReply[] }) =>
  discounts
    .filter((discount) => !isNoPrice(discount.amount))
    .map((discount) => (
      <div className={styles.row} key={`${discount.reason}-${discount.code}`}>
        <dt>
          Discount <Badge kind="ok">{discountName(discount)}</Badge>
          {discount.reason === 'promo-code' ? null : (
            <span className={classNames(text.block, text.small, text.mute)}>{discount.message}</span>
          )}
        </dt>
        <dd>{negatedPrice(discount.amount, discount.currency)}</dd>
      </div>
    ))

export const TotalRow = ({
  label = 'Total',
  amount,
  currency,
}: Partial<AmountRowProps> & Omit<AmountRowProps, 'label'>) => (
  <div className={classNames(styles.row, styles.total, text.d3)}>
    <dt>{label}</dt>
    <dd>{priceText(amount, currency)}</dd>
  </div>
)

interface PaidTotals {
  readonly total: string
  readonly credit: string
  readonly to_pay: string
  readonly currency: Currency
}

/** The total, and with credit, how much it pays and what is left to pay. */
export const PaidRows = ({
  totals: { total, credit, to_pay: toPay, currency },
}: {
  readonly totals: PaidTotals
}) =>
  isNoPrice(credit) ? (
    <TotalRow amount={total} currency={currency} />
  ) : (
    <>
      <AmountRow label="Total" amount={total} currency={currency} />
      <div className={styles.row}>
        <dt>Credit</dt>
        <dd>{negatedPrice(credit, currency)}</dd>
      </div>
      <TotalRow label="To pay" amount={toPay} currency={currency} />
    </>
  )

export const TotalRows = ({
  className,
  children,
}: {
  readonly className?: string
  readonly children: ReactNode
}) => <dl className={classNames(styles.totals, className)}>{children}</dl>
