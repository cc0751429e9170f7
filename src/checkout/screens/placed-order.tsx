import { use } from 'react'
import type { FormFailure } from '#account/screens/form-failure.ts'
import { AddressLines } from '#account/screens/address-lines.tsx'
import { Facts } from '#account/screens/facts.tsx'
import { priceText } from '#shared/money.ts'
import { referralTitle } from '#loyalty/screens/referral-link.tsx'
import { longDate } from '#shared/dates.ts'
import { shopDay } from '#order/screens/shop-day.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Field } from '#ui/field.tsx'
import { Note } from '#ui/note.tsx'
import { SiteContext } from '#ui/page-head.tsx'
import { isPictureName, Picture } from '#ui/picture.tsx'
import text from '#ui/text.module.css'
import type { PurchaseDetails, viewPurchase } from '../endpoints.ts'
import { ProductsContext } from '#catalogue/screens/products-context.ts'
import { orderPicture } from '../rules/order-steps.ts'
import { OrderTimeline } from './order-timeline.tsx'
import styles from './thank-you-page.module.css'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { thankYouMessages } from '../messages/thank-you-messages.ts'
import type { Locale } from '#shared/locale.ts'
import { shippingLabel } from '#pricing/rules/shipping-methods.ts'

type Purchase = ReplyOf<typeof viewPurchase>
type Details = PurchaseDetails

interface PlacedOrderProps {
  readonly purchase: Purchase
  readonly details: Details
}

interface PlacedOrderPageProps extends PlacedOrderProps {
  readonly password: PasswordAnswer | null
}

const NextStep = ({ purchase, details }: PlacedOrderProps) => {
  const t = useMessages(thankYouMessages)
  return (
    <section className={styles.section} aria-labelledby="next-step">
      <h2 className={text.h4} id="next-step">
        {t('happensNext')}
      </h2>
      <OrderTimeline details={details} />
      <p className={styles.links}>
        <a href={`/thank-you.ics?checkout=${purchase.checkout_id}`}>{t('addToCalendar')}</a>
        {details.is_new_account ? null : <a href="/account/subscriptions">{t('manage')}</a>}
        <a href="/withdraw">{t('cancelOrder')}</a>
      </p>
    </section>
  )
}

/** What became of the password that was chosen on this page; null before. */
export interface PasswordAnswer {
  readonly isSaved: boolean
  /** Why it was refused; null when it was not. */
  readonly failure: FormFailure | null
}

const PasswordForm = ({ failure }: Pick<PasswordAnswer, 'failure'>) => {
  const t = useMessages(thankYouMessages)
  return (
    <form method="post" className={styles.password} noValidate>
      <Field
        name="password"
        type="password"
        label={t('password')}
        autoComplete="new-password"
        hint={t('passwordHint')}
        required
        error={failure?.fields['password'] ?? failure?.message}
        focused={failure !== null}
      />
      <Button kind="secondary">{t('savePassword')}</Button>
    </form>
  )
}

/** The link in the mailbox opens a new account; a password chosen here counts with it (decision 471). */
const SetPassword = ({
  email,
  answer,
}: {
  readonly email: string
  readonly answer: PasswordAnswer | null
}) => {
  const t = useMessages(thankYouMessages)
  return (
    <section className={styles.section} aria-labelledby="set-password">
      <h2 className={text.h4} id="set-password">
        {t('setPassword')}
      </h2>
      {answer?.isSaved === true ? (
        <Note kind="ok" isAnswer>
          {t('passwordSaved', { email })}
        </Note>
      ) : (
        <>
          <p>{rich(t.rich('linkSent', { email: () => <strong className={text.strong}>{email}</strong> }))}</p>
          <PasswordForm failure={answer?.failure ?? null} />
        </>
      )}
      <p>
        <ButtonLink kind="link" href="/recover?reason=no-password">
          {t('sendAgain')}
        </ButtonLink>
      </p>
    </section>
  )
}

/** Missing for members outside of the program, like every other link to it. A link is a member's: who is new has none yet. */
const ReferFriend = ({ isNew }: { readonly isNew: boolean }) => {
  const { hasLoyalty, currency } = use(SiteContext)
  const t = useMessages(thankYouMessages)
  const locale = useLocale()
  return hasLoyalty ? (
    <section className={styles.section} aria-labelledby="refer">
      <h2 className={text.h4} id="refer">
        {referralTitle(currency, locale)}
      </h2>
      <p>{t(isNew ? 'referLater' : 'shareLink')}</p>
      {isNew ? null : (
        <p>
          <ButtonLink kind="secondary" href="/account/refer?traffic_source=thank_you">
            {t('referFriend')}
          </ButtonLink>
        </p>
      )}
    </section>
  ) : null
}

/** The order that the buyer is shown is the gift's only when nothing else was bought. */
const isGiftAlone = ({ order, gift_order: giftOrder }: Purchase): boolean =>
  giftOrder !== null && order?.number === giftOrder

const shippingFacts = ({ address, totals }: Details, locale: Locale) => {
  const t = thankYouMessages.in(locale)
  return [
    { term: t('shipsTo'), fact: <AddressLines address={address} /> },
    { term: t('shipping'), fact: shippingLabel(totals.shipping.label, locale) },
  ]
}

interface GiftStepProps {
  readonly purchase: Purchase
  readonly gift: NonNullable<Details['totals']['gift']>
}

/** What happens to the gift: it ships separately, under its own number. */
const GiftStep = ({ purchase, gift }: GiftStepProps) => {
  const t = useMessages(thankYouMessages)
  const locale = useLocale()
  return (
    <section className={styles.section} aria-labelledby="gift">
      <h2 className={text.h4} id="gift">
        {t('giftFor', { name: gift.recipient_name })}
      </h2>
      <p>
        {rich(
          t.rich('giftStep', {
            day: longDate(gift.starts_on, locale),
            email: gift.recipient_email,
            name: gift.recipient_name,
            number: () => <strong className={text.strong}>{purchase.gift_order}</strong>,
          }),
        )}
      </p>
      {gift.message === '' ? null : <p className={classNames(text.mute, styles.message)}>{gift.message}</p>}
      <p>
        <ButtonLink kind="secondary" href={`/your-gift?number=${purchase.gift_order ?? ''}`}>
          {t('trackGift')}
        </ButtonLink>
      </p>
    </section>
  )
}

const Onboarding = ({ plans }: { readonly plans: readonly string[] }) => {
  const t = useMessages(thankYouMessages)
  return (
    <section className={styles.section} aria-labelledby="onboarding">
      <h2 className={text.h4} id="onboarding">
        {t('routine')}
      </h2>
      <p>{t('routineText')}</p>
      <p>
        <ButtonLink kind="secondary" href={`/onboarding?plans=${plans.join(',')}`}>
          {t('answerQuestions')}
        </ButtonLink>
      </p>
    </section>
  )
}

const Terms = ({ terms }: { readonly terms: readonly string[] }) => {
  const t = useMessages(thankYouMessages)
  return (
    <section className={styles.section} aria-labelledby="terms">
      <h2 className={text.h4} id="terms">
        {t('agreedTo')}
      </h2>
      {terms.map((term) => (
        <p key={term} className={classNames(text.small, text.mute)}>
          {term}
        </p>
      ))}
      <p className={text.small}>
        <a href="/subscription-terms">{t('subscriptionTerms')}</a>
      </p>
    </section>
  )
}

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
export const PlacedOrder = ({ purchase, details, password }: PlacedOrderPageProps) => {
  const t = useMessages(thankYouMessages)
  const locale = useLocale()
  return (
    <>
      <ThanksPicture details={details} />
      <h1 className={styles.thanks}>{t('thanks')}</h1>
      <p className={styles.lead}>
        {rich(
          t.rich('confirmed', {
            number: () => <strong className={text.strong}>{purchase.order?.number}</strong>,
            amount: priceText(details.totals.total, details.totals.currency, locale),
          }),
        )}
      </p>
      {details.totals.gift === null ? null : <GiftStep purchase={purchase} gift={details.totals.gift} />}
      {isGiftAlone(purchase) ? null : <NextStep purchase={purchase} details={details} />}
      {details.is_new_account ? <SetPassword email={details.email} answer={password} /> : null}
      {isGiftAlone(purchase) ? null : (
        <Onboarding plans={details.totals.lines.map((line) => line.plan_code)} />
      )}
      <ReferFriend isNew={details.is_new_account} />
      <div className={styles.facts}>
        <Facts
          facts={[
            { term: t('ordered'), fact: shopDay(details.placed_at, locale) },
            ...(isGiftAlone(purchase) ? [] : shippingFacts(details, locale)),
          ]}
        />
      </div>
      {details.totals.terms.length === 0 ? null : <Terms terms={details.totals.terms} />}
    </>
  )
}
