import { longDate } from '#shared/dates.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import type { LinkedGift } from '../endpoints.ts'
import styles from './gift-page.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { giftMessages } from '../messages/gift-messages.ts'
import type { Locale } from '#shared/locale.ts'

const whereItIs = ({ state, ship_on: on, tracking }: LinkedGift, locale: Locale): string => {
  const t = giftMessages.in(locale)
  if (state === 'shipped') return tracking === null ? t('shipped') : t('shippedTracked', { number: tracking })
  return on === null ? t('shipsSoon') : t('shipsOn', { day: longDate(on, locale) })
}

/** A gift that was claimed and then refunded before it shipped. The recipient does not see the price or the refund. */
export const CanceledGift = ({ gift }: { readonly gift: LinkedGift }) => {
  const t = useMessages(giftMessages)
  return (
    <>
      <h1 className={text.d2}>{t('canceledGift')}</h1>
      <Note className={styles.note}>
        <p>{t('canceledBefore')}</p>
      </Note>
      {gift.message === '' ? null : <p className={styles.message}>{gift.message}</p>}
      <p className={classNames(text.mute, styles.lead)}>{t('giverTells', { name: gift.giver_name })}</p>
    </>
  )
}

/** A gift that has its address. Going on after it is an order of one's own, on a page that says what it costs. */
export const ClaimedGift = ({ gift }: { readonly gift: LinkedGift }) => {
  const t = useMessages(giftMessages)
  const locale = useLocale()
  return (
    <>
      <h1 className={text.d2}>{t('onItsWay')}</h1>
      <Note kind="ok" isAnswer className={styles.note}>
        <p>{t('paidNothing', { state: whereItIs(gift, locale) })}</p>
      </Note>
      {gift.message === '' ? null : <p className={styles.message}>{gift.message}</p>}
      <p className={classNames(text.mute, styles.lead)}>{t('weEmail')}</p>
      <section className={styles.section} aria-labelledby="afterwards">
        <h2 className={text.h4} id="afterwards">
          {t('likeMore')}
        </h2>
        <p className={styles.lead}>{t('ownSubscription')}</p>
        <p className={styles.note}>
          <ButtonLink kind="secondary" href={gift.refills_page}>
            {t('seeRefills')}
          </ButtonLink>
        </p>
      </section>
    </>
  )
}
