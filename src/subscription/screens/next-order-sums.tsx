import { parsePrice } from '#shared/money.ts'
import { Price } from '#ui/price.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { Subscription } from '../calls.ts'
import { discountWords } from './discount-words.ts'

type Upcoming = NonNullable<Subscription['upcoming_order']>

const partsOf = (upcoming: Upcoming): { label: string; amount: string; minus: boolean }[] => [
  { label: 'Products', amount: upcoming.subtotal, minus: false },
  ...upcoming.discounts.map(({ code, reason, amount }) => ({
    label: discountWords(code, reason),
    amount,
    minus: true,
  })),
  { label: 'Shipping', amount: upcoming.shipping, minus: false },
  { label: 'Tax', amount: upcoming.tax, minus: false },
  { label: 'Credit', amount: upcoming.credit, minus: true },
]

/** What the next order will charge, and what that is made of where it is more than the products alone. */
export const NextOrderSums = ({ upcoming }: { readonly upcoming: Upcoming }) => {
  const parts = partsOf(upcoming).filter(({ amount }) => parsePrice(amount) > 0)
  return (
    <>
      <b className={text.strong}>
        <Price cents={parsePrice(upcoming.to_pay)} />
      </b>
      {parts.length > 1
        ? parts.map(({ label, amount, minus }) => (
            <span key={label} className={classNames(text.block, text.small, text.mute)}>
              {label} {minus ? '−' : ''}
              <Price cents={parsePrice(amount)} />
            </span>
          ))
        : null}
    </>
  )
}
