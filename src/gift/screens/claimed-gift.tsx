import { longDate } from '#shared/dates.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import type { LinkedGift } from '../endpoints.ts'
import styles from './gift-page.module.css'

const whereItIs = ({ state, ship_on: on, tracking }: LinkedGift): string => {
  if (state === 'shipped')
    return tracking === null ? 'It has shipped.' : `It has shipped; tracking number ${tracking}.`
  return on === null ? 'It ships soon.' : `It ships on ${longDate(on)}.`
}

/** A gift that was claimed and then refunded before it shipped. The recipient does not see the price or the refund. */
export const CanceledGift = ({ gift }: { readonly gift: LinkedGift }) => (
  <>
    <h1 className={text.d2}>This gift was canceled</h1>
    <Note className={styles.note}>
      <p>It was canceled before it shipped. You don’t owe anything.</p>
    </Note>
    {gift.message === '' ? null : <p className={styles.message}>{gift.message}</p>}
    <p className={classNames(text.mute, styles.lead)}>{gift.giver_name} can tell you more.</p>
  </>
)

/** A gift that has its address. Going on after it is an order of one's own, on a page that says what it costs. */
export const ClaimedGift = ({ gift }: { readonly gift: LinkedGift }) => (
  <>
    <h1 className={text.d2}>It’s on its way to you</h1>
    <Note kind="ok" isAnswer className={styles.note}>
      <p>{whereItIs(gift)} You paid nothing, and it never renews.</p>
    </Note>
    {gift.message === '' ? null : <p className={styles.message}>{gift.message}</p>}
    <p className={classNames(text.mute, styles.lead)}>
      We’ll email you when it ships. If you’re new here, we’ll also send a link to set a password, so you can
      see the gift in your account.
    </p>
    <section className={styles.section} aria-labelledby="afterwards">
      <h2 className={text.h4} id="afterwards">
        If you’d like more
      </h2>
      <p className={styles.lead}>
        We won’t send anything else. To get refills, start your own subscription. You’ll see the price before
        you pay.
      </p>
      <p className={styles.note}>
        <ButtonLink kind="secondary" href={gift.refills_page}>
          See refills
        </ButtonLink>
      </p>
    </section>
  </>
)
