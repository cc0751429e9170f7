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

/** The state of a gift, in a sentence for its giver. */
const giftStateText = (gift: Gift): string => {
  switch (gift.state) {
    case 'future':
      return `Scheduled for ${longDate(gift.starts_on)}`
    case 'sent':
      return `Email sent${gift.mailed_at === null ? '' : ` on ${shopDay(gift.mailed_at)}`}; not claimed yet`
    case 'claimed':
      return `Claimed${gift.ship_on === null ? '' : `, ships ${longDate(gift.ship_on)}`}`
    case 'shipped':
      return 'Claimed and shipped'
    case 'canceled':
      return gift.refunded === '0.00' ? 'Canceled' : 'Canceled and refunded'
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

const doneMessages = {
  changed: 'Saved.',
  resent: 'We sent the link.',
} as const satisfies Record<NonNullable<GiftSheetProps['done']>, string>

/** Which gift, for every form of the page: by POST, because nothing about a guest's order is in a URL. */
const LookupFields = ({ gift, email }: Pick<GiftSheetProps, 'gift' | 'email'>) => (
  <>
    <input type="hidden" name="number" value={gift.number} />
    <input type="hidden" name="email" value={email} />
  </>
)

const factsOf = (gift: Gift) => [
  { term: 'Status', fact: giftStateText(gift) },
  { term: 'For', fact: gift.recipient_name },
  { term: 'Their email', fact: gift.recipient_email === '' ? 'None' : gift.recipient_email },
  { term: 'Starts', fact: longDate(gift.starts_on) },
  ...(gift.sent_at === null ? [] : [{ term: 'First sent', fact: shopDay(gift.sent_at) }]),
  ...(gift.claimed_at === null ? [] : [{ term: 'Claimed', fact: shopDay(gift.claimed_at) }]),
  ...(gift.refunded === '0.00' ? [] : [{ term: 'Refunded', fact: `$${gift.refunded}` }]),
]

const Resend = ({ gift, email }: Pick<GiftSheetProps, 'gift' | 'email'>) => (
  <form method="post" action="/your-gift" className={styles.after}>
    <LookupFields gift={gift} email={email} />
    <Button kind="link" name="intent" value="resend">
      Send the link again
    </Button>
  </form>
)

const Correct = ({ gift, email, failure }: Pick<GiftSheetProps, 'gift' | 'email' | 'failure'>) => (
  <section aria-labelledby="correct">
    <h2 className={text.h4} id="correct">
      Save changes
    </h2>
    <form method="post" action="/your-gift" className={styles.form} noValidate>
      <LookupFields gift={gift} email={email} />
      <Field
        name="recipient_email"
        type="email"
        label="Their email"
        autoComplete="off"
        required
        defaultValue={gift.recipient_email}
        error={failure?.fields['recipient_email']}
        hint={
          gift.state === 'sent'
            ? 'We’ll send the link to the new address right away. The old link stops working.'
            : undefined
        }
      />
      {gift.can.change_day ? (
        <Field
          name="starts_on"
          type="date"
          label="Send the email on"
          required
          min={gift.days.from}
          max={gift.days.until}
          defaultValue={gift.starts_on}
          error={failure?.fields['starts_on']}
        />
      ) : null}
      <Button kind="default" name="intent" value="change">
        Save changes
      </Button>
    </form>
    {gift.can.resend ? <Resend gift={gift} email={email} /> : null}
  </section>
)

/** The link to cancel its order, while it is not claimed. */
const WithdrawGift = ({ gift, email }: Pick<GiftSheetProps, 'gift' | 'email'>) =>
  email === '' ? (
    <p>
      <ButtonLink kind="link" href={`/withdraw?number=${gift.number}`}>
        Cancel gift and refund
      </ButtonLink>
    </p>
  ) : (
    <form method="post" action="/withdraw">
      <LookupFields gift={gift} email={email} />
      <Button kind="link">Cancel gift and refund</Button>
    </form>
  )

/** The state of one gift, and what its giver can still do. */
export const GiftSheet = ({ gift, email, failure, done }: GiftSheetProps) => (
  <>
    <h1 className={text.d2}>Your gift for {gift.recipient_name}</h1>
    {failure ? <FormRefusal failure={failure} className={styles.note} /> : null}
    {done === null ? null : (
      <Note kind="ok" isAnswer className={styles.note}>
        {doneMessages[done]}
      </Note>
    )}
    {gift.refused_country !== null && gift.can.change_email ? (
      <Note kind="error" className={styles.note}>
        {gift.recipient_name} asked us to ship it to {countryName(gift.refused_country)}, where we can’t ship
        it. They can enter another address, or you can cancel the gift for a refund.
      </Note>
    ) : null}
    <div className={gift.can.change_email ? styles.split : undefined}>
      <div>
        <div className={styles.facts}>
          <Facts facts={factsOf(gift)} />
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
