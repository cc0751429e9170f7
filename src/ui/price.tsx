import type { Cents, Currency } from '#shared/money.ts'
import { formatPrice, parsePrice } from '#shared/money.ts'
import { classNames } from './class-names.ts'
import text from './text.module.css'
import { useLocale } from './locale-context.ts'

interface PriceProps {
  /** In the smallest unit of the currency. */
  readonly cents: Cents
  readonly currency: Currency
  readonly className?: string | undefined
}

/** An amount as people read it. */
export const Price = ({ cents, currency, className }: PriceProps) => (
  <span className={classNames(text.figures, text.nowrap, className)}>
    {formatPrice(cents, currency, useLocale())}
  </span>
)

export interface WirePriceProps {
  /** A numeric string of the wire. */
  readonly of: string
  readonly currency: Currency
  /** It is taken off. */
  readonly minus?: boolean | undefined
}

/** The same for an amount of the wire. */
export const WirePrice = ({ of, currency, minus = false }: WirePriceProps) => (
  <>
    {minus ? '−' : ''}
    <Price cents={parsePrice(of, currency)} currency={currency} />
  </>
)
