import { use } from 'react'
import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { viewUser } from '#account/endpoints.ts'
import { AccountFrame } from '#account/screens/account-frame.tsx'
import { shopContext } from '#web/request/shop-context.ts'
import { listOrders } from '#order/endpoints.ts'
import { brand } from '#shared/brand.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { chargeInFlightMessage } from '#subscription/renewal/rules/charge-in-flight.ts'
import { readChargeAmount } from '#subscription/renewal/rules/charge-reply.ts'
import { dateIn } from '#shared/dates.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Gauge } from '#ui/gauge.tsx'
import { SiteContext } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import { listProducts } from '#catalogue/endpoints.ts'
import type { ProductReply } from '#catalogue/endpoints.ts'
import { productOf } from '#catalogue/rules/product.ts'
import { listSubscriptions } from '../endpoints.ts'
import type { Subscription } from '../endpoints.ts'
import { isLive } from '../record/rules/subscription-state.ts'
import { daysLeftInJar } from '../record/rules/jar-forecast.ts'
import { viewOnboarding } from '#survey/endpoints.ts'
import { referralTitle } from '#loyalty/screens/referral-link.tsx'
import { LastOrder } from './last-order.tsx'
import { NextOrder } from './next-order.tsx'
import { PaymentProblem } from './payment-problem.tsx'
import { SubscriptionList } from './subscription-list.tsx'
import { ProfileInvitation } from './profile-invitation.tsx'
import styles from './account-home-page.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { subscriptionMessages } from '../messages/subscription-messages.ts'

/** The subscription whose order comes first; null when none is coming. One that waits for a card does not come. */
const findNextOrder = (subscriptions: readonly Subscription[]): Subscription | null => {
  const coming = subscriptions.filter(
    ({ upcoming_order: order, payment_problem: problem }) => order !== null && problem === null,
  )
  const [first] = coming.toSorted((a, b) =>
    (a.upcoming_order?.on ?? '').localeCompare(b.upcoming_order?.on ?? ''),
  )
  return first ?? null
}

/** Orders that wait for a card. An ended subscription with such an order is shown only if there is nothing else. */
const unpaidOf = (subscriptions: readonly Subscription[]): readonly Subscription[] => {
  const unpaid = subscriptions.filter(({ payment_problem: problem }) => problem !== null)
  const live = unpaid.filter(({ state }) => isLive(state))
  return live.length > 0 || findNextOrder(subscriptions) !== null ? live : unpaid.slice(0, 1)
}

type Listed = ReplyOf<typeof listSubscriptions>['subscriptions'][number]

/** Only after the first shipment, and of a jar that shows its level. */
const gaugeDays = (jar: Listed, today: string, products: readonly ProductReply[]): number | null => {
  if (jar.state !== 'active' || !productOf(products, jar.planCode)?.hasGauge) return null
  if (jar.last_shipped_at === null) return null
  return daysLeftInJar(
    {
      shippedOn: dateIn(Temporal.Instant.from(jar.last_shipped_at), brand.timeZone),
      supplyDays: jar.plan.supply_days,
    },
    Temporal.PlainDate.from(today),
  )
}

/** This many are on the page; the others are on the page of all subscriptions. */
const maxListed = 10

export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { call, actor } = context.get(shopContext)
  const part = { include_renewal_preview: 'true', sort: 'next-order', limit: maxListed } as const
  const [user, { today, subscriptions, next }, { orders }, products, { survey }] = await Promise.all([
    call(viewUser, {}),
    call(listSubscriptions, part),
    call(listOrders, { limit: 1 }),
    call(listProducts, {}),
    // Support agents must not see answers about health.
    actor.kind === 'member' ? call(viewOnboarding, {}) : { survey: null },
  ])
  const listed = subscriptions
    .filter(({ state }) => isLive(state))
    .map((subscription) => ({ subscription, daysLeft: gaugeDays(subscription, today, products) }))
  return {
    firstName: user.firstName,
    today,
    next: findNextOrder(subscriptions),
    charges: subscriptions.flatMap(({ charge_in_flight: charge }) => charge ?? []),
    unpaid: unpaidOf(subscriptions),
    daysLeft: listed.find(({ daysLeft }) => daysLeft !== null)?.daysLeft ?? null,
    listed,
    hasMore: next !== null,
    lastOrder: orders[0] ?? null,
    profile: survey?.completed === false ? survey : null,
  }
}

interface NothingComingProps {
  readonly hasUnpaid: boolean
  /** Of subscriptions that were canceled or paused meanwhile. */
  readonly charges: readonly NonNullable<Subscription['charge_in_flight']>[]
}

const NothingComing = ({ hasUnpaid, charges }: NothingComingProps) => {
  const t = useMessages(subscriptionMessages)
  const locale = useLocale()
  return (
    <EmptyState title={hasUnpaid ? t('noOther') : t('noUpcoming')} picture="cut-ds">
      <p className={text.mute}>
        {charges.length === 0
          ? t('nothingShips')
          : t('nothingElse', {
              charges: charges
                .map((charge) => chargeInFlightMessage(readChargeAmount(charge), locale))
                .join(' '),
            })}
      </p>
      <ButtonLink kind={hasUnpaid ? 'secondary' : 'primary'} href="/get-started">
        {t('goToShop')}
      </ButtonLink>
    </EmptyState>
  )
}

/** Missing for members outside of the program, like every other link to it. */
const ReferPanel = () => {
  const t = useMessages(subscriptionMessages)
  const locale = useLocale()

  const { hasLoyalty, currency } = use(SiteContext)
  return hasLoyalty ? (
    <aside className={styles.refer} aria-labelledby="refer">
      <h2 className={text.h4} id="refer">
        {referralTitle(currency, locale)}
      </h2>
      <p className={text.small}>{t('shareLink')}</p>
      <ButtonLink kind="secondary" size="small" href="/account/refer?traffic_source=account_home">
        {t('refer')}
      </ButtonLink>
    </aside>
  ) : null
}

/** Member home: the next order's date is the largest text on the page, then the gauge of the jar. */
const AccountHomePage = () => {
  const t = useMessages(subscriptionMessages)
  const { firstName, today, next, charges, unpaid, daysLeft, listed, hasMore, lastOrder, profile } =
    useLoaderData<typeof loader>()
  return (
    <AccountFrame
      at="home"
      tab={t('home')}
      title={firstName === '' ? t('hello') : t('helloNamed', { name: firstName })}
    >
      {unpaid.map((subscription, at) => (
        <PaymentProblem key={subscription.id} subscription={subscription} showsName isPrimary={at === 0} />
      ))}
      <section className={daysLeft === null ? styles.alone : styles.split} aria-label={t('nextOrder')}>
        {next === null ? (
          <NothingComing hasUnpaid={unpaid.length > 0} charges={charges} />
        ) : (
          <NextOrder subscription={next} today={today} isSecondary={unpaid.length > 0} />
        )}
        {daysLeft === null ? null : <Gauge days={daysLeft} />}
      </section>
      <SubscriptionList listed={listed} hasMore={hasMore} />
      <div className={styles.below}>
        <div>
          {lastOrder === null ? null : <LastOrder order={lastOrder} />}
          {profile === null ? null : <ProfileInvitation survey={profile} />}
        </div>
        {lastOrder === null ? null : <ReferPanel />}
      </div>
    </AccountFrame>
  )
}

export default AccountHomePage
