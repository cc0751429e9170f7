import { Facts } from '#account/screens/facts.tsx'
import type { FormFailure } from '#account/screens/form-failure.ts'
import { FormRefusal } from '#account/screens/form-refusal.tsx'
import { countryName } from '#location/rules/countries.ts'
import { shopDay } from '#order/screens/shop-day.ts'
import { longDate } from '#shared/dates.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import type { Gift } from '../endpoints.ts'
import styles from './gift-page.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { giftMessages } from '../messages/gift-messages.ts'
import type { Locale } from '#shared/locale.ts'
import { priceText } from '#shared/money.ts'

/** The state of a gift, in a sentence for its giver. */
const giftStateText = (gift: Gift, locale: Locale): string => {
  const t = giftMessages.in(locale)
  switch (gift.state) {
    case 'future':
      return t('scheduledFor', { day: longDate(gift.starts_on, locale) })
    case 'sent':
      return gift.mailed_at === null
        ? t('emailSent')
        : t('emailSentOn', { day: shopDay(gift.mailed_at, locale) })
    case 'claimed':
      return gift.ship_on === null ? t('claimed') : t('claimedShips', { day: longDate(gift.ship_on, locale) })
    case 'shipped':
      return t('claimedShipped')
    case 'canceled':
      return t(gift.refunded === '0.00' ? 'canceled' : 'canceledRefunded')
    default:
      return gift.state satisfies never
  }
}

interface GiftSheetProps {
  readonly gift: Gift
  /** What a guest looked it up with; empty for a member, who is identified by the session. */
  readonly email: string
  readonly failure: FormFailure | null
  readonly done: 'changed' | 'resent' | null
}

/** Which gift, for every form of the page: by POST, because nothing about a guest's order is in a URL. */
const LookupFields = ({ gift, email }: Pick<GiftSheetProps, 'gift' | 'email'>) => (
  <>
    <input type="hidden" name="number" value={gift.number} />
    <input type="hidden" name="email" value={email} />
  </>
)

const factsOf = (gift: Gift, locale: Locale) => {
  const t = giftMessages.in(locale)
  return [
    { term: t('status'), fact: giftStateText(gift, locale) },
    { term: t('forWhom'), fact: gift.recipient_name },
    { term: t('theirEmail'), fact: gift.recipient_email === '' ? t('none') : gift.recipient_email },
    { term: t('starts'), fact: longDate(gift.starts_on, locale) },
    ...(gift.sent_at === null ? [] : [{ term: t('firstSent'), fact: shopDay(gift.sent_at, locale) }]),
    ...(gift.claimed_at === null ? [] : [{ term: t('claimed'), fact: shopDay(gift.claimed_at, locale) }]),
    ...(gift.refunded === '0.00'
      ? []
      : [{ term: t('refunded'), fact: priceText(gift.refunded, gift.currency, locale) }]),
  ]
}

const Resend = ({ gift, email }: Pick<GiftSheetProps, 'gift' | 'email'>) => (
  <form method="post" action="/your-gift" className={styles.after}>
    <LookupFields gift={gift} email={email} />
    <Button kind="link" name="intent" value="resend">
      {useMessages(giftMessages)('sendAgain')}
    </Button>
  </form>
)

const Correct = ({ gift, email, failure }: Pick<GiftSheetProps, 'gift' | 'email' | 'failure'>) => {
  const t = useMessages(giftMessages)
  return (
    <section aria-labelledby="correct">
      <h2 className={text.h4} id="correct">
        {t('saveChanges')}
      </h2>
      <form method="post" action="/your-gift" className={styles.form} noValidate>
        <LookupFields gift={gift} email={email} />
        <Field
          name="recipient_email"
          type="email"
          label={t('theirEmail')}
          autoComplete="off"
          required
          defaultValue={gift.recipient_email}
          error={failure?.fields['recipient_email']}
          hint={gift.state === 'sent' ? t('linkAtOnce') : undefined}
        />
        {gift.can.change_day ? (
          <Field
            name="starts_on"
            type="date"
            label={t('sendOn')}
            required
            min={gift.days.from}
            max={gift.days.until}
            defaultValue={gift.starts_on}
            error={failure?.fields['starts_on']}
          />
        ) : null}
        <Button kind="default" name="intent" value="change">
          {t('saveChanges')}
        </Button>
      </form>
      {gift.can.resend ? <Resend gift={gift} email={email} /> : null}
    </section>
  )
}

/** The link to cancel its order, while it is not claimed. */
const WithdrawGift = ({ gift, email }: Pick<GiftSheetProps, 'gift' | 'email'>) => {
  const t = useMessages(giftMessages)
  return email === '' ? (
    <p>
      <ButtonLink kind="link" href={`/withdraw?number=${gift.number}`}>
        {t('cancelGift')}
      </ButtonLink>
    </p>
  ) : (
    <form method="post" action="/withdraw">
      <LookupFields gift={gift} email={email} />
      <Button kind="link">{t('cancelGift')}</Button>
    </form>
  )
}

/** The state of one gift, and what its giver can still do. */
export const GiftSheet = ({ gift, email, failure, done }: GiftSheetProps) => {
  const t = useMessages(giftMessages)
  const locale = useLocale()
  return (
    <>
      <h1 className={text.d2}>{t('yourGiftFor', { name: gift.recipient_name })}</h1>
      {failure ? <FormRefusal failure={failure} className={styles.note} /> : null}
      {done === null ? null : (
        <Note kind="ok" isAnswer className={styles.note}>
          {t(done)}
        </Note>
      )}
      {gift.refused_country !== null && gift.can.change_email ? (
        <Note kind="error" className={styles.note}>
          {t('askedToShip', {
            name: gift.recipient_name,
            country: countryName(gift.refused_country, locale),
          })}
        </Note>
      ) : null}
      <div className={gift.can.change_email ? styles.split : undefined}>
        <div>
          <div className={styles.facts}>
            <Facts facts={factsOf(gift, locale)} />
          </div>
          {gift.message === '' ? null : <p className={styles.message}>{gift.message}</p>}
        </div>
        {gift.can.change_email ? (
          <div className={styles.panel}>
            <Correct gift={gift} email={email} failure={failure} />
            <WithdrawGift gift={gift} email={email} />
          </div>
        ) : null}
      </div>
    </>
  )
}
