import { arrivalText } from '#delivery/rules/delivery-times.ts'
import { longDate } from '#shared/dates.ts'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { Subscription, UpcomingOrder } from '../endpoints.ts'
import { deadlineText } from '../record/screens/shop-moment.ts'
import { UpcomingOrderSheet } from '../record/screens/upcoming-order-sheet.tsx'
import styles from './subscription-page.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { subscriptionMessages } from '../messages/subscription-messages.ts'
import type { Locale } from '#shared/locale.ts'

const laterDatesText = (
  { on, next_dates: dates, is_last: isLast }: UpcomingOrder,
  locale: Locale,
): string => {
  const t = subscriptionMessages.in(locale)

  if (isLast) return t('isLast')
  const later = dates.filter((date) => date !== on).slice(0, 3)
  return t('afterThat', { days: later.map((day) => longDate(day, locale)).join(', ') })
}

interface NextOrderPanelProps {
  /** While its payment is pending, the order cannot be changed. */
  readonly subscription: Pick<Subscription, 'id' | 'charge_in_flight'>
  readonly order: UpcomingOrder
}

/** The next order: its items, its price, and until when it can be changed. */
export const NextOrderPanel = ({
  subscription: { id, charge_in_flight: charge },
  order,
}: NextOrderPanelProps) => {
  const t = useMessages(subscriptionMessages)
  const locale = useLocale()
  return (
    <section className={styles.panel} aria-labelledby="next-order">
      <h2 className={text.h4} id="next-order">
        {t('nextOrderOn', { day: longDate(order.on, locale) })}
      </h2>
      {order.arrives === null ? null : <p>{arrivalText(order.arrives, locale)}</p>}
      <UpcomingOrderSheet order={order} editable={id} />
      <p className={classNames(text.small, text.mute, styles.until)}>
        {charge?.on === order.on
          ? t('chargingNow')
          : t('changeUntil', { deadline: deadlineText(order.changeable_until, locale) })}{' '}
        {laterDatesText(order, locale)}
      </p>
    </section>
  )
}
