import type { Cents, Currency } from '#shared/money.ts'
import { formatPrice } from '#shared/money.ts'
import { classNames } from './class-names.ts'
import text from './text.module.css'

interface PriceProps {
  readonly cents: Cents
  readonly currency?: Currency
  readonly className?: string | undefined
}

/** An amount in cents as people read it. */
export const Price = ({ cents, currency = 'USD', className }: PriceProps) => (
  <span className={classNames(text.figures, text.nowrap, className)}>{formatPrice(cents, currency)}</span>
)
