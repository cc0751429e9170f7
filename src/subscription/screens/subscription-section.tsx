import { use } from 'react'
import type { ReactNode } from 'react'
import { AddressLines } from '#account/screens/address-lines.tsx'
import { Facts } from '#account/screens/facts.tsx'
import { LinePicture } from '#cart/screens/line-picture.tsx'
import type { ProductReply } from '#catalogue/endpoints.ts'
import { ProductsContext } from '#catalogue/screens/products-context.ts'
import { productOf } from '#catalogue/rules/product.ts'
import { longDate } from '#shared/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { DisclosureIcon } from '#ui/disclosure-icon.tsx'
import { LeadPictureExpected, leadPictureId } from '#ui/lead-picture.tsx'
import { Note } from '#ui/note.tsx'
import { WirePrice } from '#ui/price.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { cardFact } from '../record/screens/card-text.ts'
import type { Subscription } from '../endpoints.ts'
import { allowedActions } from '../record/screens/action-links.tsx'
import { daysBetween } from '../record/screens/day-count.ts'
import { actionPath } from '../record/screens/member-action.ts'
import { NextOrderTotals } from './next-order-totals.tsx'
import { PaymentProblem } from './payment-problem.tsx'
import { ProductName } from '../record/screens/product-name.tsx'
import { relativeDayText, frequencyText } from '../record/screens/interval-text.ts'
import { endText } from '../record/screens/end-text.ts'
import { prepaidTermText } from './prepaid-term-text.ts'
import styles from './subscription-section.module.css'

type State = Subscription['state']

const badgeOf = (state: State): 'ok' | 'off' | 'danger' => {
  switch (state) {
    case 'active':
    case 'future':
      return 'ok'
    case 'paused':
    case 'canceled':
    case 'expired':
      return 'off'
    case 'failed':
      return 'danger'
    default:
      return state satisfies never
  }
}

/** Why there is no next date. */
const noNextOrderText = (state: State): string => {
  switch (state) {
    case 'active':
    case 'future':
      return 'Not scheduled'
    case 'paused':
      return 'None while paused'
    case 'canceled':
      return 'None. Your subscription has ended'
    case 'expired':
      return 'None. Your subscription ended with its last order'
    case 'failed':
      return 'None. Your last payment didn’t go through'
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
  const on = subscription.upcoming_order?.on ?? subscription.next_order_on
  if (on === null) return subscription.lost.length > 0 ? 'None' : noNextOrderText(subscription.state)
  const relativeDay = relativeDayText(daysBetween(today, on))
  return (
    <>
      <b className={text.strong}>{longDate(on)}</b>
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
const Edit = ({ subscription, action, what }: EditProps) =>
  allowedActions(subscription).includes(action) ? (
    <a className={styles.edit} href={actionPath(subscription.id, action)}>
      Edit<span className={text.hidden}> {what}</span>
    </a>
  ) : null

const priceFact = ({ price, currency, interval_months: months }: Subscription) => ({
  term: 'Price',
  fact: (
    <>
      <WirePrice of={price} currency={currency} /> {frequencyText(months)}
    </>
  ),
})

/** Where it ships and which card pays, each with a link to change it. */
const deliveryFacts = (subscription: Subscription, address: ReactNode) => {
  const { card } = subscription
  return [
    {
      term: 'Ships to',
      fact: (
        <>
          {address ?? 'No saved address'}{' '}
          <Edit subscription={subscription} action="change-address" what="the address" />
        </>
      ),
    },
    {
      term: 'Pays with',
      fact: (
        <>
          {cardFact(card)} <Edit subscription={subscription} action="change-payment-method" what="the card" />
        </>
      ),
    },
  ]
}

const planFact = ({ plan, quantity, lost }: Subscription, products: readonly ProductReply[]) => {
  if (lost.some(({ what }) => what === 'plan')) return []
  const pieces = productOf(products, plan.plan_code)?.pieces ?? 'capsules'
  const each = quantity > 1 ? `${quantity} × ` : ''
  const fact = `${plan.supply_days} days, ${each}${plan.capsules} ${pieces}`
  return [{ term: 'Plan', fact }]
}

const nextFacts = (subscription: Subscription, today: string, showsPrepaidTerm: boolean) => {
  const { prepaidTerm, upcoming_order: upcoming } = subscription
  const ends = endText(subscription.remaining_orders)
  return [
    { term: 'Next order date', fact: <NextDate subscription={subscription} today={today} /> },
    ...(upcoming === null ? [] : [{ term: 'Next charge', fact: <NextOrderTotals upcoming={upcoming} /> }]),
    ...(ends === null ? [] : [{ term: 'Ends', fact: ends }]),
    ...(prepaidTerm === null || !showsPrepaidTerm
      ? []
      : [{ term: 'Prepaid', fact: prepaidTermText(prepaidTerm) }]),
  ]
}

const allFacts = (subscription: Subscription, today: string, products: readonly ProductReply[]) => [
  ...nextFacts(subscription, today, true),
  ...planFact(subscription, products),
  priceFact(subscription),
  ...deliveryFacts(subscription, subscription.address && <AddressLines address={subscription.address} />),
]

/** Among others: what comes next and what it costs. */
const briefFacts = (subscription: Subscription, today: string) => [
  ...nextFacts(subscription, today, false),
  ...(subscription.upcoming_order === null ? [priceFact(subscription)] : []),
]

/** What is unfolded among others; nothing of one that sends nothing. */
const foldedFacts = (subscription: Subscription, products: readonly ProductReply[]) => {
  const { address, upcoming_order: upcoming, prepaidTerm } = subscription
  const prepaid =
    prepaidTerm === null || prepaidTerm.state === 'over'
      ? []
      : [{ term: 'Prepaid', fact: prepaidTermText(prepaidTerm) }]
  if (upcoming === null && subscription.lost.length === 0) return prepaid
  return [
    ...prepaid,
    ...planFact(subscription, products),
    ...(upcoming === null ? [] : [priceFact(subscription)]),
    ...deliveryFacts(subscription, address && `${address.address}, ${address.city}.`),
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
  const folded = foldedFacts(subscription, use(ProductsContext))
  return (
    <>
      <Facts facts={briefFacts(subscription, today)} />
      {folded.length === 0 ? null : (
        <details className={styles.more} open={subscription.lost.length > 0}>
          <summary className={styles.moreHead}>
            Plan, address and card
            <DisclosureIcon />
          </summary>
          <Facts facts={folded} />
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
  /** What can be done, under the facts. */
  readonly children: ReactNode
}

const AllFacts = ({
  subscription,
  today,
}: {
  readonly subscription: Subscription
  readonly today: string
}) => <Facts facts={allFacts(subscription, today, use(ProductsContext))} />

/** One subscription: its name and state, its facts, and what can be done with it. */
export const SubscriptionSection = ({
  subscription,
  today,
  brief = false,
  aside,
  children,
}: SubscriptionSectionProps) => (
  <section className={styles.subscription} aria-labelledby={`name-${subscription.id}`}>
    <div className={styles.head}>
      {brief ? null : <LeadPictureExpected />}
      <span id={brief ? undefined : leadPictureId}>
        <LinePicture planCode={subscription.planCode} size="summary" />
      </span>
      <h2 className={classNames(text.d3, styles.name)} id={`name-${subscription.id}`}>
        <ProductName name={subscription.plan.name} />
      </h2>
      <Badge kind={badgeOf(subscription.state)}>{subscription.state}</Badge>
    </div>
    <LostRecords subscription={subscription} />
    <PaymentProblem subscription={subscription} />
    <div className={aside ? styles.split : undefined}>
      <div>
        {brief ? (
          <BriefFacts subscription={subscription} today={today} />
        ) : (
          <AllFacts subscription={subscription} today={today} />
        )}
        {children}
      </div>
      {aside}
    </div>
  </section>
)
