import { PlanName } from '#catalogue/screens/parts/plan-name.tsx'
import { LinePicture } from '#cart/screens/line-picture.tsx'
import { shortDate } from '#shared/dates.ts'
import { ButtonLink } from '#ui/button.tsx'
import { WirePrice } from '#ui/price.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { Subscription } from '../endpoints.ts'
import { frequencyText } from '../record/screens/subscription-text.ts'
import styles from './subscription-list.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { subscriptionMessages } from '../messages/subscription-messages.ts'
import type { Locale } from '#shared/locale.ts'

interface ListedSubscription {
  readonly subscription: Subscription
  /** Days left in its jar, 0 to 30; null without a gauge. */
  readonly daysLeft: number | null
}

const stateText = (
  { state, upcoming_order: next, payment_problem: problem }: Subscription,
  locale: Locale,
): string => {
  const t = subscriptionMessages.in(locale)

  if (problem !== null) return t('waitingPayment')
  if (state === 'paused') return t('paused')
  return next === null ? t('noUpcomingOrder') : t('nextOrderShort', { day: shortDate(next.on, locale) })
}

const Row = ({ subscription, daysLeft }: ListedSubscription) => {
  const t = useMessages(subscriptionMessages)
  const locale = useLocale()

  const { id, plan, planCode, quantity, price, currency, interval_months: months } = subscription
  return (
    <li className={styles.row}>
      <LinePicture planCode={planCode} size="summary" />
      <div className={styles.facts}>
        <p>
          <a className={text.strong} href={`/account/subscriptions/${id}`}>
            <PlanName of={plan.name} />
          </a>
          {quantity > 1 ? ` × ${quantity}` : ''}
        </p>
        <p className={text.small}>{stateText(subscription, locale)}</p>
        <p className={classNames(text.small, text.mute)}>
          <WirePrice of={price} currency={currency} /> {frequencyText(months, locale)}
        </p>
      </div>
      {daysLeft === null ? null : (
        <div className={styles.gauge}>
          <meter
            className={styles.meter}
            min={0}
            max={30}
            low={7}
            value={daysLeft}
            aria-label={t('jarDays')}
          />
          <span className={text.small}>
            {daysLeft === 1 ? t('oneDayLeft') : t('daysLeft', { count: daysLeft })}
          </span>
        </div>
      )}
    </li>
  )
}

interface SubscriptionListProps {
  readonly listed: readonly ListedSubscription[]
  /** Whether the member has more than are listed. */
  readonly hasMore: boolean
}

/** Live subscriptions, each with its picture, its next order and what is left in its jar. */
export const SubscriptionList = ({ listed, hasMore }: SubscriptionListProps) => {
  const t = useMessages(subscriptionMessages)
  return listed.length < 2 ? null : (
    <section className={styles.list} aria-labelledby="all-subscriptions">
      <h2 className={text.h4} id="all-subscriptions">
        {t('yourSubscriptions')}
      </h2>
      <ul>
        {listed.map((one) => (
          <Row key={one.subscription.id} {...one} />
        ))}
      </ul>
      {hasMore ? (
        <ButtonLink kind="link" href="/account/subscriptions">
          {t('allSubscriptions')}
        </ButtonLink>
      ) : null}
    </section>
  )
}
