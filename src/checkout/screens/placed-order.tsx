import { AddressLines } from '#account/screens/address-lines.tsx'
import { Facts } from '#account/screens/facts.tsx'
import { giftCode } from '#cart/rules/gift-plan.ts'
import { arrivalText } from '#delivery/rules/arrival-text.ts'
import { longDate } from '#shared/dates.ts'
import { shopDay } from '#order/screens/shop-day.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { viewPurchase } from '../endpoints.ts'
import styles from './thank-you-page.module.css'

type Purchase = ReplyOf<typeof viewPurchase>
type Details = NonNullable<Purchase['details']>

/** A new account needs a password before it can be opened; the link that sets it went out by mail. */
const NextStep = ({ details }: { readonly details: Details }) => (
  <section className={styles.section} aria-labelledby="next-step">
    <h2 className={text.h4} id="next-step">
      What happens next
    </h2>
    {details.is_new_account ? (
      <p>
        We mailed you a link to set a password. It opens your account, where the next order can be seen and
        changed.
      </p>
    ) : (
      <p>Your account shows this order and when the next one is due.</p>
    )}
    {details.arrives === null ? null : <p>{arrivalText(details.arrives)}.</p>}
    {details.totals.preorder_note === null ? null : (
      <p>
        Made to order: {details.totals.preorder_note}. You can <a href="/withdraw">cancel it</a> until it
        ships.
      </p>
    )}
    {details.is_new_account ? null : (
      <p>
        <ButtonLink kind="secondary" href="/account/subscriptions">
          Subscriptions
        </ButtonLink>
      </p>
    )}
  </section>
)

const isGiftAlone = ({ totals }: Details): boolean =>
  totals.gift !== null && totals.lines.every((line) => line.plan_code === giftCode)

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
      On {longDate(gift.starts_on)} we mail your message and a link to {gift.recipient_email}. Then{' '}
      {gift.recipient_name} says where it goes. Its order is{' '}
      <strong className={text.strong}>{purchase.gift_order}</strong>: with that number you can see its status,
      correct the email or take it back.
    </p>
    {gift.message === '' ? null : <p className={classNames(text.mute, styles.message)}>{gift.message}</p>}
    <p>
      <ButtonLink kind="secondary" href={`/your-gift?number=${purchase.gift_order ?? ''}`}>
        See the gift
      </ButtonLink>
    </p>
  </section>
)

const Onboarding = ({ plans }: { readonly plans: readonly string[] }) => (
  <section className={styles.section} aria-labelledby="onboarding">
    <h2 className={text.h4} id="onboarding">
      Four questions, if you like
    </h2>
    <p>The answers help you settle in. They take a minute, and no advertiser ever sees them.</p>
    <p>
      <ButtonLink kind="secondary" href={`/onboarding?plans=${plans.join(',')}`}>
        Answer them
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

interface PlacedOrderProps {
  readonly purchase: Purchase
  readonly details: Details
}

/** The order of a checkout: its number, where it ships, its terms and what comes next. */
export const PlacedOrder = ({ purchase, details }: PlacedOrderProps) => (
  <>
    <h1 className={text.d2}>Thank you</h1>
    <p className={styles.lead}>
      Your order is <strong className={text.strong}>{purchase.order?.number}</strong>. The confirmation went
      to {details.email}.
    </p>
    {details.totals.gift === null ? null : <GiftStep purchase={purchase} gift={details.totals.gift} />}
    {isGiftAlone(details) ? null : (
      <>
        <NextStep details={details} />
        <Onboarding plans={details.totals.lines.map((line) => line.plan_code)} />
      </>
    )}
    <div className={styles.facts}>
      <Facts
        facts={[
          { term: 'Ordered', fact: shopDay(details.placed_at) },
          ...(isGiftAlone(details) ? [] : shippingFacts(details)),
        ]}
      />
    </div>
    {details.totals.terms.length === 0 ? null : <Terms terms={details.totals.terms} />}
  </>
)
