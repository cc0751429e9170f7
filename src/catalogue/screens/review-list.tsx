import type { ReplyOf } from '#shared/endpoint.ts'
import { brand } from '#shared/brand.ts'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { listReviews, PublishedReview } from '#review/endpoints.ts'
import { Stars } from '#ui/stars.tsx'
import styles from './review-list.module.css'

export type Reviews = ReplyOf<typeof listReviews>

/** `1 review`, `12 reviews`. */
export const countText = (count: number): string =>
  `${count.toLocaleString(brand.locale)} ${count === 1 ? 'review' : 'reviews'}`

/** The average, and how many reviews have each number of stars. */
export const RatingSummary = ({ reviews }: { readonly reviews: Reviews }) => (
  <>
    <p className={styles.average}>
      <span className={text.d2}>{reviews.average}</span> <Stars of={reviews.average ?? ''} />
    </p>
    <p className={text.mute}>
      {countText(reviews.count)} {reviews.count === 1 ? 'from a verified buyer' : 'from verified buyers'}
    </p>
    <dl className={styles.distribution}>
      {reviews.stars.map(({ stars, count }) => (
        <div key={stars}>
          <dt>{stars === 1 ? '1 star' : `${stars} stars`}</dt>
          <dd className={styles.bar} aria-hidden="true">
            <svg viewBox="0 0 100 1" preserveAspectRatio="none" focusable="false">
              <rect width={Math.round((count * 100) / reviews.count)} height={1} />
            </svg>
          </dd>
          <dd>{count}</dd>
        </div>
      ))}
    </dl>
  </>
)

const dayText = (day: string): string =>
  Temporal.PlainDate.from(day).toLocaleString(brand.locale, { dateStyle: 'long' })

interface ReviewListProps {
  readonly reviews: readonly PublishedReview[]
  /** Of the titles of the reviews. */
  readonly heading: 'h2' | 'h3'
}

const OneReview = ({
  review,
  heading: Heading,
}: Pick<ReviewListProps, 'heading'> & { readonly review: PublishedReview }) => (
  <li className={styles.review}>
    <Stars of={review.stars} />
    <Heading className={text.h4}>{review.title}</Heading>
    <p className={styles.text}>{review.text}</p>
    <p className={classNames(text.small, text.mute)}>
      {review.name}, verified buyer, <time dateTime={review.written_on}>{dayText(review.written_on)}</time>
    </p>
  </li>
)

export const ReviewList = ({ reviews, heading }: ReviewListProps) => (
  <ul className={styles.list}>
    {reviews.map((review) => (
      <OneReview key={review.id} review={review} heading={heading} />
    ))}
  </ul>
)
