import { longDate } from '#shared/dates.ts'
import { classNames } from '#ui/class-names.ts'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Field, TextAreaField } from '#ui/field.tsx'
import layout from '#ui/layout.module.css'
import { Note } from '#ui/note.tsx'
import text from '#ui/text.module.css'
import type { CartReply } from '../endpoints.ts'
import type { GiftDraft } from '../rules/gift-details.ts'
import { giftFormValues, maxGiftMessageLength } from '../rules/gift-plan.ts'
import type { EnteredGift } from './cart-actions.ts'
import styles from './gift-form.module.css'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { cartMessages } from '../messages/cart-messages.ts'

type Details = NonNullable<CartReply['gift']>

interface FieldsProps {
  readonly entered: GiftDraft
  readonly days: CartReply['gift_days']
  readonly errors: Readonly<Record<string, string>>
}

const Recipient = ({ entered, errors }: Omit<FieldsProps, 'days'>) => {
  const t = useMessages(cartMessages)
  return (
    <>
      <Field
        name="recipient_name"
        label={t('recipientName')}
        className={layout.half}
        autoComplete="off"
        required
        maxLength={80}
        defaultValue={entered.recipient_name}
        error={errors['recipient_name']}
      />
      <Field
        name="recipient_email"
        type="email"
        label={t('recipientEmail')}
        className={layout.half}
        autoComplete="off"
        required
        maxLength={254}
        defaultValue={entered.recipient_email}
        error={errors['recipient_email']}
      />
    </>
  )
}

const Fields = ({ entered, days, errors }: FieldsProps) => {
  const t = useMessages(cartMessages)
  return (
    <div className={layout.fields}>
      <Recipient entered={entered} errors={errors} />
      <TextAreaField
        name="message"
        label={t('message')}
        rows={4}
        maxLength={maxGiftMessageLength}
        hint={t('messageHint', { max: maxGiftMessageLength })}
        defaultValue={entered.message}
        error={errors['message']}
      />
      <Field
        name="starts_on"
        type="date"
        label={t('sendOn')}
        className={layout.half}
        required
        min={days.from}
        max={days.until}
        defaultValue={entered.starts_on}
        error={errors['starts_on']}
      />
    </div>
  )
}

/** The gift details saved in the cart, and whether they are still valid. */
const SavedGift = ({ gift, firstDay }: { readonly gift: Details | null; readonly firstDay: string }) => {
  const t = useMessages(cartMessages)
  const locale = useLocale()
  if (gift === null) return null
  if (gift.starts_on < firstDay) return <Note kind="error">{t('dayPassed')}</Note>
  return (
    <Note kind="ok">
      {t('giftFor', {
        name: gift.recipient_name,
        email: gift.recipient_email,
        day: longDate(gift.starts_on, locale),
      })}
    </Note>
  )
}

interface GiftFormProps {
  readonly cart: CartReply
  readonly failure: EnteredGift | null
}

/** The recipient of the gift in the cart; part of a form. The cart cannot be bought without it; Continue saves it. */
export const GiftForm = ({ cart, failure }: GiftFormProps) => {
  const t = useMessages(cartMessages)
  const { gift, gift_draft: draft, gift_days: days } = cart
  const entered = failure?.entered ?? giftFormValues(gift, draft, days.from)
  const errors = failure?.fields ?? {}
  return (
    <section className={styles.gift} id="gift" aria-labelledby="gift-title">
      <h2 className={text.h4} id="gift-title">
        {t('giftTitle')}
      </h2>
      <p className={classNames(text.small, text.mute, styles.lead)}>{t('giftLead')}</p>
      {failure === null ? (
        <SavedGift gift={gift} firstDay={days.from} />
      ) : (
        <ErrorSummary message={t('checkGift')} fields={errors} />
      )}
      <div className={styles.form}>
        <Fields entered={entered} days={days} errors={errors} />
      </div>
    </section>
  )
}
