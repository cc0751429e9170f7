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
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { cartMessages } from '../messages/cart-messages.ts'
import { discountMessage } from '#coupon/rules/coupon-messages.ts'

interface AmountRowProps {
  readonly label: ReactNode
  readonly amount: string
  readonly currency: Currency
}

export const AmountRow = ({ label, amount, currency }: AmountRowProps) => (
  <div className={styles.row}>
    <dt>{label}</dt>
    <dd>{priceText(amount, currency, useLocale())}</dd>
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
export const DiscountRows = ({ discounts }: { readonly discounts: readonly DiscountReply[] }) => {
  const t = useMessages(cartMessages)
  const locale = useLocale()
  return discounts
    .filter((discount) => !isNoPrice(discount.amount))
    .map((discount) => (
      <div className={styles.row} key={`${discount.reason}-${discount.code}`}>
        <dt>
          {rich(
            t.rich('discount', {
              name: () => <Badge kind="ok">{discountName(discount, locale)}</Badge>,
            }),
          )}
          {discount.reason === 'promo-code' ? null : (
            <span className={classNames(text.block, text.small, text.mute)}>
              {discountMessage(discount, locale)}
            </span>
          )}
        </dt>
        <dd>{negatedPrice(discount.amount, discount.currency, locale)}</dd>
      </div>
    ))
}

export const TotalRow = ({
  label,
  amount,
  currency,
}: Partial<AmountRowProps> & Omit<AmountRowProps, 'label'>) => {
  const total = useMessages(cartMessages)('total')
  return (
    <div className={classNames(styles.row, styles.total, text.d3)}>
      <dt>{label ?? total}</dt>
      <dd>{priceText(amount, currency, useLocale())}</dd>
    </div>
  )
}

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
}) => {
  const t = useMessages(cartMessages)
  const locale = useLocale()
  return isNoPrice(credit) ? (
    <TotalRow amount={total} currency={currency} />
  ) : (
    <>
      <AmountRow label={t('total')} amount={total} currency={currency} />
      <div className={styles.row}>
        <dt>{t('credit')}</dt>
        <dd>{negatedPrice(credit, currency, locale)}</dd>
      </div>
      <TotalRow label={t('toPay')} amount={toPay} currency={currency} />
    </>
  )
}

export const TotalRows = ({
  className,
  children,
}: {
  readonly className?: string
  readonly children: ReactNode
}) => <dl className={classNames(styles.totals, className)}>{children}</dl>
