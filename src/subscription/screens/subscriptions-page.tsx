import type { LoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { AccountFrame } from '#account/screens/account-frame.tsx'
import { shopContext } from '#app/shop-context.ts'
import { brand } from '#shared/brand.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import { listSubscriptions } from '../calls.ts'
import { SubscriptionSection } from './subscription-section.tsx'
import styles from './subscriptions-page.module.css'

export const loader = ({ context }: LoaderFunctionArgs) =>
  context.get(shopContext).call(listSubscriptions, { include_renewal_preview: 'true' })

const Leaving = () => (
  <section className={styles.section} aria-labelledby="leaving">
    <h2 className={text.h4} id="leaving">
      Changing or leaving?
    </h2>
    <p className={classNames(text.mute, styles.leaving)}>
      Write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> from the email of this
      account, any time before the next order date, and say what you want: another date, a pause, an end.
      There is no call to make and no second offer. <a href="/subscription-terms">Subscription terms</a>
    </p>
  </section>
)

const Empty = () => (
  <section className={styles.section}>
    <p>You have no subscriptions.</p>
    <p className={styles.shop}>
      <ButtonLink kind="line" size="small" href="/get-started">
        Go to the shop
      </ButtonLink>
    </p>
  </section>
)

/** Every subscription of a member: what comes next, when, for how much, where to and paid by what. */
const SubscriptionsPage = () => {
  const { today, subscriptions } = useLoaderData<typeof loader>()
  return (
    <AccountFrame at="subscriptions" title="Subscriptions">
      {subscriptions.map((subscription) => (
        <SubscriptionSection key={subscription.id} subscription={subscription} today={today} />
      ))}
      {subscriptions.length === 0 ? <Empty /> : <Leaving />}
    </AccountFrame>
  )
}

export default SubscriptionsPage
