import { useCatalogueText } from '#catalogue/screens/parts/catalogue-texts.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { AccountFrame } from '#account/screens/account-frame.tsx'
import { ListPages, placeInQuery } from '#account/screens/list-pages.tsx'
import { shopContext } from '#web/request/shop-context.ts'
import { longDate } from '#shared/dates.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { classNames } from '#ui/class-names.ts'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import { listSubscriptions } from '../endpoints.ts'
import type { Subscription } from '../endpoints.ts'
import { isLive } from '../record/rules/subscription-state.ts'
import { ActionGroups, CancelLink } from '../record/screens/action-links.tsx'
import { subscriptionPath } from '../record/screens/member-action.ts'
import { SubscriptionSection } from './subscription-section.tsx'
import styles from './subscriptions-page.module.css'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { subscriptionMessages } from '../messages/subscription-messages.ts'

/** `?after=` is a later part. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const after = placeInQuery(request)
  const part = { include_renewal_preview: 'true', sort: 'next-order', after, limit: 10 } as const
  return { ...(await context.get(shopContext).call(listSubscriptions, part)), isLater: after !== undefined }
}

const Paused = ({ subscriptions }: { readonly subscriptions: readonly Subscription[] }) => {
  const t = useMessages(subscriptionMessages)
  const locale = useLocale()
  return subscriptions
    .filter(({ state }) => state === 'paused')
    .map(({ id, plan, paused_until: until, charge_in_flight: charge }) => (
      <Note key={id} kind="ok" className={styles.note}>
        {t('isPaused', {
          name: plan.name.split(' ')[0] ?? '',
          charge: charge === null ? 'none' : 'some',
          until: until === null ? 'none' : longDate(until, locale),
        })}
      </Note>
    ))
}

const CancelHelp = () => {
  const t = useMessages(subscriptionMessages)
  return (
    <section className={styles.section} aria-labelledby="leaving">
      <h2 className={text.h4} id="leaving">
        {t('wantCancel')}
      </h2>
      <p className={classNames(text.mute, styles.leaving)}>
        {rich(t.rich('howToCancel', { link: (words) => <a href="/subscription-terms">{words}</a> }))}
      </p>
    </section>
  )
}

const Empty = () => {
  const t = useMessages(subscriptionMessages)
  return (
    <EmptyState title={t('noSubscriptions')} picture="cut-ds">
      <p className={text.mute}>{t('nothingShips')}</p>
      <ButtonLink kind="primary" href="/get-started">
        {t('goToShop')}
      </ButtonLink>
    </EmptyState>
  )
}

interface MoreLinkProps {
  readonly subscription: Subscription
}

/** A link to the subscription's own page, named by what the page shows. */
const MoreLink = ({ subscription: { id, plan, upcoming_order: next } }: MoreLinkProps) => {
  const t = useMessages(subscriptionMessages)

  const label = next === null ? t('details') : t('manage')
  const name = useCatalogueText()(plan.name)
  return (
    <ButtonLink kind="link" href={subscriptionPath(id)} label={t('labelOf', { label, plan: name })}>
      {label}
    </ButtonLink>
  )
}

/** What most members come for; everything else is on the subscription's own page. */
const shownActions = ['skip', 'unskip', 'move', 'resume', 'swap', 'pause', 'reactivate'] as const

/** Upcoming orders first, then paused subscriptions, then ended ones. */
const sortByNextOrder = (subscriptions: readonly Subscription[]): readonly Subscription[] => {
  const rank = ({ state, upcoming_order: next }: Subscription): string =>
    next === null ? (isLive(state) ? '8' : '9') : `0 ${next.on}`
  return subscriptions.toSorted((a, b) => rank(a).localeCompare(rank(b)))
}

/** Every subscription of a member: what comes next, when, for how much, and how to change it. */
const SubscriptionsPage = () => {
  const t = useMessages(subscriptionMessages)
  const { today, subscriptions, next, isLater } = useLoaderData<typeof loader>()
  return (
    <AccountFrame at="subscriptions" title={t('subscriptions')}>
      <Paused subscriptions={subscriptions} />
      {sortByNextOrder(subscriptions).map((subscription) => (
        <SubscriptionSection key={subscription.id} subscription={subscription} today={today} brief>
          <ActionGroups subscription={subscription} actions={shownActions} />
          <div className={styles.links}>
            <MoreLink subscription={subscription} />
            <CancelLink subscription={subscription} />
          </div>
        </SubscriptionSection>
      ))}
      <ListPages of="subscriptions" at="/account/subscriptions" next={next} isOlder={isLater} />
      {subscriptions.length === 0 && !isLater ? <Empty /> : <CancelHelp />}
    </AccountFrame>
  )
}

export default SubscriptionsPage
