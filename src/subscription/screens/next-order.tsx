import { PlanName } from '#catalogue/screens/parts/plan-name.tsx'
import { arrivalText } from '#delivery/rules/delivery-times.ts'
import { shortDate, longDate } from '#shared/dates.ts'
import { ButtonLink } from '#ui/button.tsx'
import { WirePrice } from '#ui/price.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import {
  cardText,
  relativeDayText,
  frequencyText,
  discountText,
} from '../record/screens/subscription-text.ts'
import type { Subscription, UpcomingOrder } from '../endpoints.ts'
import { allowedActions } from '../record/screens/action-links.tsx'
import { daysBetween } from '../record/screens/day-count.ts'
import { actionPath } from '../record/screens/member-action.ts'
import { deadlineText } from '../record/screens/shop-moment.ts'
import styles from './account-home-page.module.css'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import type { Locale } from '#shared/locale.ts'
import { isNoPrice } from '#shared/money.ts'
import { subscriptionMessages } from '../messages/subscription-messages.ts'
import { UpcomingOrderSheet } from '../record/screens/upcoming-order-sheet.tsx'
import subscriptionPageStyles from './subscription-page.module.css'

interface NextOrderProps {
  readonly subscription: Subscription
  /** The shop's date, `2026-11-20`. */
  readonly today: string
  /** Something more urgent has the primary button of the page. */
  readonly isSecondary: boolean
}

const capitalize = (phrase: string): string => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}`

/** What most people want of a next order; everything else is one page further. */
const NextActions = ({ subscription, isSecondary }: Pick<NextOrderProps, 'subscription' | 'isSecondary'>) => {
  const t = useMessages(subscriptionMessages)

  const allowed = allowedActions(subscription)
  const kind = isSecondary ? 'secondary' : 'primary'
  return (
    <p className={styles.actions}>
      {allowed.includes('move') ? (
        <ButtonLink kind={kind} href={actionPath(subscription.id, 'move')}>
          {t('titleMove')}
        </ButtonLink>
      ) : (
        <ButtonLink kind={kind} href="/account/subscriptions">
          {t('seeSubscriptions')}
        </ButtonLink>
      )}
      {allowed.includes('skip') ? (
        <ButtonLink kind="link" href={actionPath(subscription.id, 'skip')}>
          {t('skipThisOrder')}
        </ButtonLink>
      ) : null}
    </p>
  )
}

/** When the next order comes, in the largest text of the page, and what it costs. */
export const NextOrder = ({ subscription, today, isSecondary }: NextOrderProps) => {
  const t = useMessages(subscriptionMessages)
  const locale = useLocale()
  const { upcoming_order: upcoming, plan, card, interval_months: months } = subscription
  if (upcoming === null) return null
  const relativeDay = relativeDayText(daysBetween(today, upcoming.on), locale)
  return (
    <div className={styles.next}>
      <p className={text.label}>{t('nextOrder')}</p>
      <p className={styles.date}>
        {shortDate(upcoming.on, locale)} <span className={text.hidden}>{upcoming.on.slice(0, 4)}</span>
      </p>
      <p>
        {rich(
          t.rich('priceToCard', {
            plan: <PlanName key="plan" of={plan.name} />,
            card: cardText(card, locale),
            arrival: upcoming.arrives === null ? 'none' : arrivalText(upcoming.arrives, locale),
            price: () => <WirePrice of={upcoming.to_pay} currency={upcoming.currency} />,
          }),
        )}
      </p>
      <NextActions subscription={subscription} isSecondary={isSecondary} />
      <p className={classNames(text.small, text.mute, styles.rhythm)}>
        {relativeDay === '' ? '' : `${capitalize(relativeDay)}. `}
        {t('rhythm', {
          deadline: deadlineText(upcoming.changeable_until, locale),
          frequency: frequencyText(months, locale),
        })}
      </p>
    </div>
  )
}

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
    <section className={subscriptionPageStyles.panel} aria-labelledby="next-order">
      <h2 className={text.h4} id="next-order">
        {t('nextOrderOn', { day: longDate(order.on, locale) })}
      </h2>
      {order.arrives === null ? null : <p>{arrivalText(order.arrives, locale)}</p>}
      <UpcomingOrderSheet order={order} editable={id} />
      <p className={classNames(text.small, text.mute, subscriptionPageStyles.until)}>
        {charge?.on === order.on
          ? t('chargingNow')
          : t('changeUntil', { deadline: deadlineText(order.changeable_until, locale) })}{' '}
        {laterDatesText(order, locale)}
      </p>
    </section>
  )
}

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
