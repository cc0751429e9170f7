import type { OrderLookup } from '#order/screens/order-lookup.ts'
import type { FormFailure } from '#account/screens/form-failure.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { ownValue } from '#shared/own-value.ts'
import { Button } from '#ui/button.tsx'
import { ChoiceRow, ChoiceRows } from '#ui/choice-row.tsx'
import { Field, TextAreaField } from '#ui/field.tsx'
import { Note } from '#ui/note.tsx'
import type { viewReviews } from '../endpoints.ts'
import { declineText } from '../rules/review.ts'
import { Stars } from '#ui/stars.tsx'
import styles from './review-page.module.css'

export type Reviewable = ReplyOf<typeof viewReviews>
type Written = Reviewable['products'][number]['review']

const starTexts = ['Excellent', 'Good', 'All right', 'Not good', 'Bad'] as const

interface ReviewFormProps {
  readonly order: Reviewable
  readonly item: Reviewable['products'][number]
  /** As its buyer has named it. */
  readonly named: OrderLookup
  readonly typed: Readonly<Record<string, string>>
  readonly failure: FormFailure | null
}

const stateText = (review: NonNullable<Written>): string => {
  if (review.state === 'published')
    return 'Your review is published. When you change it, we read it again first.'
  if (review.state === 'waiting') return 'Thank you. We’ll read your review soon, and email you about it.'
  return `We couldn’t publish it. ${review.decline_reason ? declineText(review.decline_reason, 'en') : ''}`
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

const StarChoice = ({ chosen, error }: StarChoiceProps) => (
  <ChoiceRows legend="How many stars?" id="stars" error={error}>
    {starTexts.map((label, at) => (
      <ChoiceRow
        key={label}
        name="stars"
        value={String(5 - at)}
        label={label}
        end={<Stars of={5 - at} />}
        defaultChecked={chosen === String(5 - at)}
      />
    ))}
  </ChoiceRows>
)

/** The fields, with what was typed, what was written before, or nothing. */
const Fields = ({ order, item, typed, failure }: Omit<ReviewFormProps, 'named'>) => {
  const { review } = item
  return (
    <>
      <StarChoice
        chosen={ownValue(typed, 'stars') ?? review?.stars.toString()}
        error={failure?.fields['stars']}
      />
      <Field
        name="title"
        label="Title"
        required
        maxLength={80}
        defaultValue={ownValue(typed, 'title') ?? review?.title}
        error={failure?.fields['title']}
      />
      <TextAreaField
        name="text"
        label="Your review"
        rows={6}
        required
        maxLength={3000}
        hint="What did you like, what not? Please leave out illnesses: the law doesn’t let us show those about a supplement."
        defaultValue={ownValue(typed, 'text') ?? review?.text}
        error={failure?.fields['text']}
      />
      <Field
        name="name"
        label="Name to show"
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
export const ReviewForm = ({ order, item, named, typed, failure }: ReviewFormProps) => (
  <section className={styles.product} aria-label={item.name}>
    {order.products.length > 1 ? <h2>{item.name}</h2> : null}
    {item.review ? (
      <Note kind={item.review.state === 'declined' ? undefined : 'ok'} className={styles.message}>
        <p>{stateText(item.review)}</p>
      </Note>
    ) : null}
    <form method="post" action="/review" className={styles.form} noValidate>
      <Named order={order} named={named} product={item.product} step="write" />
      <Fields order={order} item={item} typed={typed} failure={failure} />
      <Button kind="primary" wide>
        {item.review ? 'Save the review' : 'Send the review'}
      </Button>
    </form>
    {item.review ? (
      <form method="post" action="/review" className={styles.remove}>
        <Named order={order} named={named} product={item.product} step="remove" />
        <Button kind="link">Delete the review</Button>
      </form>
    ) : null}
  </section>
)
