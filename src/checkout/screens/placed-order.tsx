import { use } from 'react'
import { AddressLines } from '#account/screens/address-lines.tsx'
import { Facts } from '#account/screens/facts.tsx'
import { priceText } from '#shared/money.ts'
import { referralTitle } from '#loyalty/screens/referral-link.tsx'
import { longDate } from '#shared/dates.ts'
import { shopDay } from '#order/screens/shop-day.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { SiteContext } from '#ui/page-head.tsx'
import { isPictureName, Picture } from '#ui/picture.tsx'
import text from '#ui/text.module.css'
import type { PurchaseDetails, viewPurchase } from '../endpoints.ts'
import { ProductsContext } from '#catalogue/screens/products-context.ts'
import { orderPicture } from '../rules/order-steps.ts'
import { OrderTimeline } from './order-timeline.tsx'
import styles from './thank-you-page.module.css'

type Purchase = ReplyOf<typeof viewPurchase>
type Details = PurchaseDetails

interface PlacedOrderProps {
  readonly purchase: Purchase
  readonly details: Details
}

const NextStep = ({ purchase, details }: PlacedOrderProps) => (
  <section className={styles.section} aria-labelledby="next-step">
    <h2 className={text.h4} id="next-step">
      What happens next
    </h2>
    <OrderTimeline details={details} />
    <p className={styles.links}>
      <a href={`/thank-you.ics?checkout=${purchase.checkout_id}`}>Add to calendar</a>
      {details.is_new_account ? null : <a href="/account/subscriptions">Manage your subscription</a>}
      <a href="/withdraw">Cancel order</a>
    </p>
  </section>
)

/** A new account is opened by a password; the link that sets it proves who reads the mailbox (decision 012). */
const SetPassword = ({ email }: { readonly email: string }) => (
  <section className={styles.section} aria-labelledby="password">
    <h2 className={text.h4} id="password">
      Set your password
    </h2>
    <p>
      We emailed a link to <strong className={text.strong}>{email}</strong>. Open it to set a password or add
      a passkey. Then you can track this order and manage your subscription.
    </p>
    <p>
      <ButtonLink kind="secondary" href="/recover?reason=no-password">
        Send the link again
      </ButtonLink>
    </p>
  </section>
)

/** Missing for members outside of the program, like every other link to it. */
const ReferFriend = () => {
  const { hasLoyalty, currency } = use(SiteContext)
  return hasLoyalty ? (
    <section className={styles.section} aria-labelledby="refer">
      <h2 className={text.h4} id="refer">
        {referralTitle(currency)}
      </h2>
      <p>Share your link with a friend.</p>
      <p>
        <ButtonLink kind="secondary" href="/account/refer?traffic_source=thank_you">
          Refer a friend
        </ButtonLink>
      </p>
    </section>
  ) : null
}

/** The order that the buyer is shown is the gift's only when nothing else was bought. */
const isGiftAlone = ({ order, gift_order: giftOrder }: Purchase): boolean =>
  giftOrder !== null && order?.number === giftOrder

const shippingFacts = ({ address, totals }: Details) => [
  { term: 'Ships to', fact: <AddressLines address={address} /> },
  { term: 'Shipping', fact: totals.shipping.label },
]

interface GiftStepProps {
  readonly purchase: Purchase
  readonly gift: NonNullable<Details['totals']['gift']>
}

/** What happens to the gift: it ships separately, under its own number. */
const GiftStep = ({ purchase, gift }: GiftStepProps) => (
  <section className={styles.section} aria-labelledby="gift">
    <h2 className={text.h4} id="gift">
      A gift for {gift.recipient_name}
    </h2>
    <p>
      On {longDate(gift.starts_on)}, we’ll email your message and a link to {gift.recipient_email}. Then{' '}
      {gift.recipient_name} chooses where it’s delivered. Use order number{' '}
      <strong className={text.strong}>{purchase.gift_order}</strong> to track it, correct the email or cancel
      it.
    </p>
    {gift.message === '' ? null : <p className={classNames(text.mute, styles.message)}>{gift.message}</p>}
    <p>
      <ButtonLink kind="secondary" href={`/your-gift?number=${purchase.gift_order ?? ''}`}>
        Track the gift
      </ButtonLink>
    </p>
  </section>
)

const Onboarding = ({ plans }: { readonly plans: readonly string[] }) => (
  <section className={styles.section} aria-labelledby="onboarding">
    <h2 className={text.h4} id="onboarding">
      Set up your routine
    </h2>
    <p>Answer four questions to help you get started. We never share your answers with advertisers.</p>
    <p>
      <ButtonLink kind="secondary" href={`/onboarding?plans=${plans.join(',')}`}>
        Answer questions
      </ButtonLink>
    </p>
  </section>
)

const Terms = ({ terms }: { readonly terms: readonly string[] }) => (
  <section className={styles.section} aria-labelledby="terms">
    <h2 className={text.h4} id="terms">
      What you agreed to
    </h2>
    {terms.map((term) => (
      <p key={term} className={classNames(text.small, text.mute)}>
        {term}
      </p>
    ))}
    <p className={text.small}>
      <a href="/subscription-terms">Subscription terms</a>
    </p>
  </section>
)

/** What is in the box, as a picture. */
const ThanksPicture = ({ details }: { readonly details: Details }) => {
  const codes = details.totals.lines.map((line) => line.plan_code)
  const name = orderPicture(codes, use(ProductsContext))
  return (
    <Picture
      name={isPictureName(name) ? name : 'welcome-kit'}
      alt=""
      sizes="(min-width: 1024px) 58vw, 100vw"
      first
      className={styles.picture}
    />
  )
}

/** The order of a checkout: thanks, what comes next with its days, and its terms. */
export const PlacedOrder = ({ purchase, details }: PlacedOrderProps) => (
  <>
    <ThanksPicture details={details} />
    <h1 className={styles.thanks}>Thank you</h1>
    <p className={styles.lead}>
      Order <strong className={text.strong}>{purchase.order?.number}</strong> is confirmed. You paid{' '}
      {priceText(details.totals.total, details.totals.currency)}.
    </p>
    {details.totals.gift === null ? null : <GiftStep purchase={purchase} gift={details.totals.gift} />}
    {isGiftAlone(purchase) ? null : <NextStep purchase={purchase} details={details} />}
    {details.is_new_account ? <SetPassword email={details.email} /> : null}
    {isGiftAlone(purchase) ? null : <Onboarding plans={details.totals.lines.map((line) => line.plan_code)} />}
    {details.is_new_account ? null : <ReferFriend />}
    <div className={styles.facts}>
      <Facts
        facts={[
          { term: 'Ordered', fact: shopDay(details.placed_at) },
          ...(isGiftAlone(purchase) ? [] : shippingFacts(details)),
        ]}
      />
    </div>
    {details.totals.terms.length === 0 ? null : <Terms terms={details.totals.terms} />}
  </>
)
