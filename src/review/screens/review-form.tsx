import type { OrderLookup } from '#order/screens/order-lookup.ts'
import type { FormFailure } from '#account/screens/form-failure.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { Locale } from '#shared/locale.ts'
import { ownValue } from '#shared/own-value.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceRow, ChoiceRows } from '#ui/choice-row.tsx'
import { Field, TextAreaField } from '#ui/field.tsx'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { Note } from '#ui/note.tsx'
import type { viewReviews } from '../endpoints.ts'
import { reviewMessages } from '../messages/review-messages.ts'
import { declineText } from '../rules/review.ts'
import { Stars } from '#ui/stars.tsx'
import styles from './review-page.module.css'

export type Reviewable = ReplyOf<typeof viewReviews>
type Written = Reviewable['products'][number]['review']

const starKeys = ['star5', 'star4', 'star3', 'star2', 'star1'] as const

interface ReviewFormProps {
  readonly order: Reviewable
  readonly item: Reviewable['products'][number]
  /** As its buyer has named it. */
  readonly named: OrderLookup
  readonly typed: Readonly<Record<string, string>>
  readonly failure: FormFailure | null
}

const stateText = (review: NonNullable<Written>, locale: Locale): string => {
  const t = reviewMessages.in(locale)
  if (review.state !== 'declined') return t(review.state)
  return t('declined', { why: review.decline_reason ? declineText(review.decline_reason, locale) : '' })
}

interface NamedProps {
  readonly order: Reviewable
  readonly named: OrderLookup
  readonly product: string
  readonly step: 'write' | 'remove'
}

const Named = ({ order, named: { email, key = '' }, product, step }: NamedProps) => (
  <>
    <input type="hidden" name="step" value={step} />
    <input type="hidden" name="number" value={order.number} />
    <input type="hidden" name="email" value={email} />
    {key === '' ? null : <input type="hidden" name="key" value={key} />}
    <input type="hidden" name="product" value={product} />
  </>
)

interface StarChoiceProps {
  readonly chosen: string | undefined
  readonly error: string | undefined
}

const StarChoice = ({ chosen, error }: StarChoiceProps) => {
  const t = useMessages(reviewMessages)
  return (
    <ChoiceRows legend={t('stars')} id="stars" error={error}>
      {starKeys.map((key, at) => (
        <ChoiceRow
          key={key}
          name="stars"
          value={String(5 - at)}
          label={t(key)}
          end={<Stars of={5 - at} />}
          defaultChecked={chosen === String(5 - at)}
        />
      ))}
    </ChoiceRows>
  )
}

/** The fields, with what was typed, what was written before, or nothing. */
const Fields = ({ order, item, typed, failure }: Omit<ReviewFormProps, 'named'>) => {
  const { review } = item
  const t = useMessages(reviewMessages)
  return (
    <>
      <StarChoice
        chosen={ownValue(typed, 'stars') ?? review?.stars.toString()}
        error={failure?.fields['stars']}
      />
      <Field
        name="title"
        label={t('title')}
        required
        maxLength={80}
        defaultValue={ownValue(typed, 'title') ?? review?.title}
        error={failure?.fields['title']}
      />
      <TextAreaField
        name="text"
        label={t('text')}
        rows={6}
        required
        maxLength={3000}
        hint={t('textHint')}
        defaultValue={ownValue(typed, 'text') ?? review?.text}
        error={failure?.fields['text']}
      />
      <Field
        name="name"
        label={t('name')}
        required
        maxLength={40}
        autoComplete="off"
        defaultValue={ownValue(typed, 'name') ?? review?.name ?? order.suggested_name}
        error={failure?.fields['name']}
      />
    </>
  )
}

/** One product of an order: what was written about it, and the form to write, change or delete it. */
export const ReviewForm = ({ order, item, named, typed, failure }: ReviewFormProps) => {
  const t = useMessages(reviewMessages)
  const locale = useLocale()
  return (
    <section className={styles.product} aria-label={item.name}>
      {order.products.length > 1 ? <h2>{item.name}</h2> : null}
      {item.review ? (
        <Note kind={item.review.state === 'declined' ? undefined : 'ok'} className={styles.message}>
          <p>{stateText(item.review, locale)}</p>
        </Note>
      ) : null}
      <form method="post" action="/review" className={styles.form} noValidate>
        <Named order={order} named={named} product={item.product} step="write" />
        <Fields order={order} item={item} typed={typed} failure={failure} />
        <Button kind="primary" wide>
          {t(item.review ? 'save' : 'send')}
        </Button>
      </form>
      {item.review ? (
        <form method="post" action="/review" className={styles.remove}>
          <Named order={order} named={named} product={item.product} step="remove" />
          <Button kind="link">{t('remove')}</Button>
        </form>
      ) : null}
    </section>
  )
}
