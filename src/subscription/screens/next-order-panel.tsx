import { arrivalText } from '#delivery/rules/arrival-text.ts'
import { longDate } from '#shared/dates.ts'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { Subscription, UpcomingOrder } from '../endpoints.ts'
import { deadlineText } from '../record/screens/shop-moment.ts'
import { UpcomingOrderSheet } from '../record/screens/upcoming-order-sheet.tsx'
import styles from './subscription-page.module.css'

const laterDatesText = ({ on, next_dates: dates, is_last: isLast }: UpcomingOrder): string => {
  if (isLast) return 'This is your last order. Your subscription ends after it.'
  const later = dates.filter((date) => date !== on).slice(0, 3)
  return `After that: ${later.map((day) => longDate(day)).join(', ')}.`
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
}: NextOrderPanelProps) => (
  <section className={styles.panel} aria-labelledby="next-order">
    <h2 className={text.h4} id="next-order">
      Next order, {longDate(order.on)}
    </h2>
    {order.arrives === null ? null : <p>{arrivalText(order.arrives)}</p>}
    <UpcomingOrderSheet order={order} editable={id} />
    <p className={classNames(text.small, text.mute, styles.until)}>
      {charge?.on === order.on
        ? 'We’re charging it now.'
        : `You can change it until ${deadlineText(order.changeable_until)}.`}{' '}
      {laterDatesText(order)}
    </p>
  </section>
)
