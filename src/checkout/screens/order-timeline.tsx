import { rangeText } from '#shared/date-range.ts'
import { shortDate } from '#shared/dates.ts'
import { shopDate } from '#order/screens/shop-day.ts'
import text from '#ui/text.module.css'
import type { PurchaseDetails } from '../endpoints.ts'
import { orderSteps } from '../rules/order-steps.ts'
import type { OrderStep } from '../rules/order-steps.ts'
import styles from './order-timeline.module.css'

/** The steps of an order that was just placed. */
export const stepsOf = ({ placed_at: at, arrives, renews_on: renewsOn }: PurchaseDetails) =>
  orderSteps({ placedOn: shopDate(at), arrives, renewsOn })

const titles = {
  ordered: 'Order placed',
  arrives: 'Arrives',
  renews: 'Next order',
} as const satisfies Record<OrderStep['kind'], string>

const noteOf = (kind: OrderStep['kind'], { email, totals }: PurchaseDetails): string => {
  if (kind === 'ordered') return `We emailed your confirmation to ${email}.`
  if (kind === 'renews')
    return 'We email you three days before. Until then you can skip, reschedule or cancel it.'
  return totals.preorder_note === null
    ? 'We’ll email you a tracking link when it ships.'
    : `Made to order: ${totals.preorder_note}. We’ll email you a tracking link when it ships.`
}

/** What happens next, with its days. */
export const OrderTimeline = ({ details }: { readonly details: PurchaseDetails }) => (
  <ol className={styles.timeline}>
    {stepsOf(details).map((step) => (
      <li key={`${step.kind} ${step.from}`} className={styles.step}>
        <p className={text.strong}>
          {titles[step.kind]}{' '}
          <span className={styles.day}>
            {step.kind === 'arrives' ? rangeText(step) : shortDate(step.from)}
          </span>
        </p>
        <p className={`${text.small} ${text.mute}`}>{noteOf(step.kind, details)}</p>
      </li>
    ))}
  </ol>
)
