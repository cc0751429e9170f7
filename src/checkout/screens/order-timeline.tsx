import { rangeText } from '#shared/date-range.ts'
import { shortDate } from '#shared/dates.ts'
import { shopDate } from '#order/screens/shop-day.ts'
import text from '#ui/text.module.css'
import type { PurchaseDetails } from '../endpoints.ts'
import { orderSteps } from '../rules/order-steps.ts'
import type { OrderStep } from '../rules/order-steps.ts'
import styles from './order-timeline.module.css'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { thankYouMessages } from '../messages/thank-you-messages.ts'
import { useCatalogueText } from '#catalogue/screens/parts/catalogue-texts.ts'

/** The steps of an order that was just placed. */
export const stepsOf = ({ placed_at: at, arrives, renews_on: renewsOn }: PurchaseDetails) =>
  orderSteps({ placedOn: shopDate(at), arrives, renewsOn })

const titles = {
  ordered: 'orderPlaced',
  arrives: 'arrives',
  renews: 'nextOrder',
} as const satisfies Record<OrderStep['kind'], string>

interface NoteProps {
  readonly kind: OrderStep['kind']
  readonly details: PurchaseDetails
}

const Note = ({ kind, details: { email, totals } }: NoteProps) => {
  const t = useMessages(thankYouMessages)
  const translated = useCatalogueText()
  if (kind === 'ordered') return t('confirmationSent', { email })
  if (kind === 'renews') return t('renewsNote')
  const { preorder_note: note } = totals
  return note === null ? t('trackingNote') : t('madeToOrder', { note: translated(note) })
}

/** What happens next, with its days. */
export const OrderTimeline = ({ details }: { readonly details: PurchaseDetails }) => {
  const t = useMessages(thankYouMessages)
  const locale = useLocale()
  return (
    <ol className={styles.timeline}>
      {stepsOf(details).map((step) => (
        <li key={`${step.kind} ${step.from}`} className={styles.step}>
          <p className={text.strong}>
            {rich(
              t.rich(titles[step.kind], {
                days: () => (
                  <span className={styles.day}>
                    {step.kind === 'arrives' ? rangeText(step, locale) : shortDate(step.from, locale)}
                  </span>
                ),
              }),
            )}
          </p>
          <p className={`${text.small} ${text.mute}`}>
            <Note kind={step.kind} details={details} />
          </p>
        </li>
      ))}
    </ol>
  )
}
