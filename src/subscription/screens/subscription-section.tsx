import type { ReactNode } from 'react'
import { AddressLines } from '#account/screens/address-lines.tsx'
import { Facts } from '#account/screens/facts.tsx'
import { LinePicture } from '#cart/screens/line-picture.tsx'
import type { ProductReply } from '#catalogue/endpoints.ts'
import { useProducts } from '#catalogue/screens/products-context.ts'
import { productOf } from '#catalogue/rules/product.ts'
import { longDate } from '#shared/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { DisclosureIcon } from '#ui/disclosure-icon.tsx'
import { LeadPictureExpected, leadPictureId } from '#ui/lead-picture.tsx'
import { Note } from '#ui/note.tsx'
import { WirePrice } from '#ui/price.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { cardFact, relativeDayText, frequencyText, endText } from '../record/screens/subscription-text.ts'
import type { Subscription, UpcomingOrder } from '../endpoints.ts'
import { allowedActions } from '../record/screens/action-links.tsx'
import { daysBetween } from '../record/screens/day-count.ts'
import { actionPath } from '../record/screens/member-action.ts'
import { NextOrderTotals } from './next-order.tsx'
import { PaymentProblem } from './payment-problem.tsx'
import { ProductName } from '../record/screens/product-name.tsx'
import { prepaidTermText } from './prepaid-term-text.ts'
import styles from './subscription-section.module.css'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { subscriptionMessages } from '../messages/subscription-messages.ts'
import type { Locale } from '#shared/locale.ts'
import { badgeOf } from './state-badge.ts'

type State = Subscription['state']

/** Why there is no next date. */
const noNextOrderText = (state: State, locale: Locale): string => {
  const t = subscriptionMessages.in(locale)
  switch (state) {
    case 'active':
    case 'future':
      return t('notScheduled')
    case 'paused':
      return t('nonePaused')
    case 'canceled':
      return t('noneCanceled')
    case 'expired':
      return t('noneExpired')
    case 'failed':
      return t('noneFailed')
    default:
      return state satisfies never
  }
}

const NextDate = ({
  subscription,
  today,
}: {
  readonly subscription: Subscription
  readonly today: string
}) => {
  const t = useMessages(subscriptionMessages)
  const locale = useLocale()
  const on = subscription.upcoming_order?.on ?? subscription.next_order_on
  if (on === null)
    return subscription.lost.length > 0 ? t('none') : noNextOrderText(subscription.state, locale)
  const relativeDay = relativeDayText(daysBetween(today, on), locale)
  return (
    <>
      <b className={text.strong}>{longDate(on, locale)}</b>
      {relativeDay === '' ? '' : `, ${relativeDay}`}
    </>
  )
}

interface EditProps {
  readonly subscription: Subscription
  readonly action: 'change-address' | 'change-payment-method'
  readonly what: string
}

/** A fact that can be changed where it is shown. */
const Edit = ({ subscription, action, what }: EditProps) => {
  const t = useMessages(subscriptionMessages)
  return allowedActions(subscription).includes(action) ? (
    <a className={styles.edit} href={actionPath(subscription.id, action)}>
      {rich(t.rich('edit', { what, hidden: (words) => <span className={text.hidden}>{words}</span> }))}
    </a>
  ) : null
}

const priceFact = ({ price, currency, interval_months: months }: Subscription, locale: Locale) => {
  const t = subscriptionMessages.in(locale)
  return {
    term: t('price'),
    fact: (
      <>
        <WirePrice of={price} currency={currency} /> {frequencyText(months, locale)}
      </>
    ),
  }
}

/** Where it ships and which card pays, each with a link to change it. */
const deliveryFacts = (subscription: Subscription, address: ReactNode, locale: Locale) => {
  const t = subscriptionMessages.in(locale)
  const { card } = subscription
  return [
    {
      term: t('shipsTo'),
      fact: (
        <>
          {address ?? t('noAddress')}{' '}
          <Edit subscription={subscription} action="change-address" what={t('theAddress')} />
        </>
      ),
    },
    {
      term: t('paysWith'),
      fact: (
        <>
          {cardFact(card, locale)}{' '}
          <Edit subscription={subscription} action="change-payment-method" what={t('theCard')} />
        </>
      ),
    },
  ]
}

const planFact = (
  { plan, quantity, lost }: Subscription,
  products: readonly ProductReply[],
  locale: Locale,
) => {
  const t = subscriptionMessages.in(locale)
  if (lost.some(({ what }) => what === 'plan')) return []
  const pieces = productOf(products, plan.plan_code)?.pieces ?? 'capsules'
  const each = quantity > 1 ? `${quantity} × ` : ''
  const fact = t('planContent', { days: plan.supply_days, each, count: plan.capsules, pieces })
  return [{ term: t('plan'), fact }]
}

/** `charge` shows what the next order costs, in its parts where nothing else on the page does. */
const nextFacts = (
  subscription: Subscription,
  today: string,
  charge: (upcoming: UpcomingOrder) => ReactNode,
  locale: Locale,
) => {
  const t = subscriptionMessages.in(locale)
  const { upcoming_order: upcoming } = subscription
  const ends = endText(subscription.remaining_orders, locale)
  return [
    { term: t('nextOrderDate'), fact: <NextDate subscription={subscription} today={today} /> },
    ...(upcoming === null ? [] : [{ term: t('nextCharge'), fact: charge(upcoming) }]),
    ...(ends === null ? [] : [{ term: t('ends'), fact: ends }]),
  ]
}

/** What seldom changes: it follows the actions. */
const fixedFacts = (subscription: Subscription, products: readonly ProductReply[], locale: Locale) => {
  const { prepaidTerm, address } = subscription
  return [
    ...(prepaidTerm === null
      ? []
      : [
          {
            term: subscriptionMessages.in(locale)('prepaid'),
            fact: prepaidTermText(prepaidTerm, locale),
          },
        ]),
    ...planFact(subscription, products, locale),
    priceFact(subscription, locale),
    ...deliveryFacts(subscription, address && <AddressLines address={address} />, locale),
  ]
}

/** Among others: what comes next and what it costs. */
const briefFacts = (subscription: Subscription, today: string, locale: Locale) => [
  ...nextFacts(subscription, today, (upcoming) => <NextOrderTotals upcoming={upcoming} />, locale),
  ...(subscription.upcoming_order === null ? [priceFact(subscription, locale)] : []),
]

/** The facts in the disclosure of a subscription that is one of several; only the paid term where nothing will be sent. */
const disclosedFacts = (subscription: Subscription, products: readonly ProductReply[], locale: Locale) => {
  const t = subscriptionMessages.in(locale)
  const { address, upcoming_order: upcoming, prepaidTerm } = subscription
  const prepaid =
    prepaidTerm === null || prepaidTerm.state === 'over'
      ? []
      : [{ term: t('prepaid'), fact: prepaidTermText(prepaidTerm, locale) }]
  if (upcoming === null && subscription.lost.length === 0) return prepaid
  return [
    ...prepaid,
    ...planFact(subscription, products, locale),
    ...(upcoming === null ? [] : [priceFact(subscription, locale)]),
    ...deliveryFacts(subscription, address && `${address.address}, ${address.city}.`, locale),
  ]
}

/** A subscription that lost a record shows everything: what is missing is to be filled in there. */
const BriefFacts = ({
  subscription,
  today,
}: {
  readonly subscription: Subscription
  readonly today: string
}) => {
  const t = useMessages(subscriptionMessages)
  const locale = useLocale()
  const disclosed = disclosedFacts(subscription, useProducts(), locale)
  return (
    <>
      <Facts facts={briefFacts(subscription, today, locale)} />
      {disclosed.length === 0 ? null : (
        <details className={styles.more} open={subscription.lost.length > 0}>
          <summary className={styles.moreHead}>
            {t('planAddressCard')}
            <DisclosureIcon />
          </summary>
          <Facts facts={disclosed} />
        </details>
      )}
    </>
  )
}

/** The missing records, and how to fix them. */
const LostRecords = ({ subscription: { lost } }: Pick<EditProps, 'subscription'>) =>
  lost.map(({ what, message: sentence }) => (
    <Note key={what} kind="error" className={styles.problem}>
      <p>{sentence}</p>
    </Note>
  ))

interface SubscriptionSectionProps {
  readonly subscription: Subscription
  /** The shop's date, `2026-11-20`. */
  readonly today: string
  /** One of several. */
  readonly brief?: boolean
  /** Shown next to the facts on wide pages. */
  readonly aside?: ReactNode
  /** What can be done, under the facts of the next order. */
  readonly children: ReactNode
}

const NextFacts = ({ subscription, today }: Pick<SubscriptionSectionProps, 'subscription' | 'today'>) => {
  const charge = ({ to_pay: amount, currency }: UpcomingOrder) => (
    <b className={text.strong}>
      <WirePrice of={amount} currency={currency} />
    </b>
  )
  return <Facts facts={nextFacts(subscription, today, charge, useLocale())} />
}

const FixedFacts = ({ subscription }: Pick<SubscriptionSectionProps, 'subscription'>) => (
  <Facts facts={fixedFacts(subscription, useProducts(), useLocale())} />
)

/** One subscription: its name and state, its facts, and what can be done with it. */
export const SubscriptionSection = ({
  subscription,
  today,
  brief = false,
  aside,
  children,
}: SubscriptionSectionProps) => {
  const t = useMessages(subscriptionMessages)
  return (
    <section className={styles.subscription} aria-labelledby={`name-${subscription.id}`}>
      <div className={styles.head}>
        {brief ? null : <LeadPictureExpected />}
        <span id={brief ? undefined : leadPictureId}>
          <LinePicture planCode={subscription.planCode} size="summary" />
        </span>
        <h2 className={classNames(text.d3, styles.name)} id={`name-${subscription.id}`}>
          <ProductName name={subscription.plan.name} />
        </h2>
        <Badge kind={badgeOf(subscription.state)}>{t('state', { state: subscription.state })}</Badge>
      </div>
      <LostRecords subscription={subscription} />
      <PaymentProblem subscription={subscription} />
      <div className={aside ? styles.split : undefined}>
        <div>
          {brief ? (
            <BriefFacts subscription={subscription} today={today} />
          ) : (
            <NextFacts subscription={subscription} today={today} />
          )}
          {children}
          {brief ? null : <FixedFacts subscription={subscription} />}
        </div>
        {aside}
      </div>
    </section>
  )
}
