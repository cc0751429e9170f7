import { isNoPrice } from '#shared/money.ts'
import { WirePrice } from '#ui/price.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { Subscription } from '../endpoints.ts'
import { discountText } from '../record/screens/discount-text.ts'
import { useLocale } from '#ui/locale-context.ts'
import { subscriptionMessages } from '../messages/subscription-messages.ts'
import type { Locale } from '#shared/locale.ts'

type Upcoming = NonNullable<Subscription['upcoming_order']>

const partsOf = (
  upcoming: Upcoming,
  locale: Locale,
): { label: string; amount: string; isDeduction: boolean }[] => {
  const t = subscriptionMessages.in(locale)
  return [
    { label: t('products'), amount: upcoming.subtotal, isDeduction: false },
    ...upcoming.discounts.map(({ code, reason, amount }) => ({
      label: discountText(code, reason, locale),
      amount,
      isDeduction: true,
    })),
    { label: t('shipping'), amount: upcoming.shipping, isDeduction: false },
    { label: t('tax'), amount: upcoming.tax, isDeduction: false },
    { label: t('credit'), amount: upcoming.credit, isDeduction: true },
  ]
}

/** What the next order will charge, with its parts if there are more than the products. */
export const NextOrderTotals = ({ upcoming }: { readonly upcoming: Upcoming }) => {
  const locale = useLocale()

  const parts = partsOf(upcoming, locale).filter(({ amount }) => !isNoPrice(amount))
  return (
    <>
      <b className={text.strong}>
        <WirePrice of={upcoming.to_pay} currency={upcoming.currency} />
      </b>
      {parts.length > 1
        ? parts.map(({ label, amount, isDeduction }) => (
            <span key={label} className={classNames(text.block, text.small, text.mute)}>
              {label} {isDeduction ? '−' : ''}
              <WirePrice of={amount} currency={upcoming.currency} />
            </span>
          ))
        : null}
    </>
  )
}
