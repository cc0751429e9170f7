import { arrivalText } from '#delivery/rules/arrival-text.ts'
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
  const allowed = allowedActions(subscription)
  const kind = isSecondary ? 'secondary' : 'primary'
  return (
    <p className={styles.actions}>
      {allowed.includes('move') ? (
        <ButtonLink kind={kind} href={actionPath(subscription.id, 'move')}>
          Change date
        </ButtonLink>
      ) : (
        <ButtonLink kind={kind} href="/account/subscriptions">
          See your subscriptions
        </ButtonLink>
      )}
      {allowed.includes('skip') ? (
        <ButtonLink kind="link" href={actionPath(subscription.id, 'skip')}>
          Skip this order
        </ButtonLink>
      ) : null}
    </p>
  )
}

/** When the next order comes, in the largest text of the page, and what it costs. */
export const NextOrder = ({ subscription, today, isSecondary }: NextOrderProps) => {
  const { upcoming_order: upcoming, plan, card, interval_months: months } = subscription
  if (upcoming === null) return null
  const relativeDay = relativeDayText(daysBetween(today, upcoming.on))
  return (
    <div className={styles.next}>
      <p className={text.label}>Next order</p>
      <p className={styles.date}>
        {shortDate(upcoming.on)} <span className={text.hidden}>{upcoming.on.slice(0, 4)}</span>
      </p>
      <p>
        {plan.name}. <WirePrice of={upcoming.to_pay} currency={upcoming.currency} /> to {cardText(card)}.
        {upcoming.arrives === null ? '' : ` ${arrivalText(upcoming.arrives)}.`}
      </p>
      <NextActions subscription={subscription} isSecondary={isSecondary} />
      <p className={classNames(text.small, text.mute, styles.rhythm)}>
        {relativeDay === '' ? '' : `${capitalize(relativeDay)}. `}
        You can change it until {deadlineText(upcoming.changeable_until)}. It renews {frequencyText(months)}{' '}
        until you cancel.
      </p>
    </div>
  )
}
