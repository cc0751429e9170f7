import { longDate } from '#shared/dates.ts'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { UpcomingOrder } from '../calls.ts'
import { endWords } from './shop-moment.ts'
import { UpcomingOrderSheet } from './upcoming-order-sheet.tsx'
import styles from './subscription-page.module.css'

const afterIt = ({ on, next_dates: dates, is_last: isLast }: UpcomingOrder): string => {
  if (isLast) return 'It is the last one: the subscription ends with it.'
  const later = dates.filter((date) => date !== on).slice(0, 3)
  return `After it: ${later.map(longDate).join(', ')}.`
}

/** The next order as an object of its own: what is in it, what it costs, and until when it can be changed. */
export const NextOrderPanel = ({ id, order }: { readonly id: string; readonly order: UpcomingOrder }) => (
  <section className={styles.panel} aria-labelledby="next-order">
    <h2 className={text.h4} id="next-order">
      Next order, {longDate(order.on)}
    </h2>
    <UpcomingOrderSheet order={order} editable={id} />
    <p className={classNames(text.small, text.mute, styles.until)}>
      You can change it until {endWords(order.changeable_until)}. {afterIt(order)}
    </p>
  </section>
)
