import { useCatalogueText } from '#catalogue/screens/parts/catalogue-texts.ts'
import { arrivalText } from '#delivery/rules/delivery-times.ts'
import { shortDate } from '#shared/dates.ts'
import { ButtonLink } from '#ui/button.tsx'
import { WirePrice } from '#ui/price.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { cardText } from '../record/screens/card-text.ts'
import type { Subscription } from '../endpoints.ts'
import { allowedActions } from '../record/screens/action-links.tsx'
import { daysBetween } from '../record/screens/day-count.ts'
import { actionPath } from '../record/screens/member-action.ts'
import { relativeDayText, frequencyText } from '../record/screens/interval-text.ts'
import { deadlineText } from '../record/screens/shop-moment.ts'
import styles from './account-home-page.module.css'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { subscriptionMessages } from '../messages/subscription-messages.ts'

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

  const named = useCatalogueText()
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
            plan: named(plan.name),
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
