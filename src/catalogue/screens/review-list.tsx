import type { ReplyOf } from '#shared/endpoint.ts'
import { classNames } from '#ui/class-names.ts'
import text from '#ui/text.module.css'
import type { listReviews, PublishedReview } from '#review/endpoints.ts'
import { Stars } from '#ui/stars.tsx'
import styles from './review-list.module.css'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { productMessages } from '../messages/product-messages.ts'
import { longDate } from '#shared/dates.ts'
import { formatsOf } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { PageSection } from '#ui/page-section.tsx'
import layout from '#ui/layout.module.css'

export type Reviews = ReplyOf<typeof listReviews>

/** `1 review`, `12 reviews`. */
const countText = (count: number, locale: Locale): string =>
  productMessages.in(locale)('reviews', { count, shown: count.toLocaleString(formatsOf(locale)) })

/** `4.3`; `4,3` in German. */
const ratingText = (average: string | null, locale: Locale): string =>
  average === null || locale === 'en' ? (average ?? '') : Number(average).toLocaleString(formatsOf(locale))

/** The average, and how many reviews have each number of stars. */
export const RatingSummary = ({ reviews }: { readonly reviews: Reviews }) => {
  const t = useMessages(productMessages)
  const locale = useLocale()
  const average = ratingText(reviews.average, locale)
  return (
    <>
      <p className={styles.average}>
        <span className={text.d2}>{average}</span> <Stars of={reviews.average ?? ''} />
      </p>
      <p className={text.mute}>
        {t('fromBuyers', { count: reviews.count, shown: reviews.count.toLocaleString(formatsOf(locale)) })}
      </p>
      <dl className={styles.distribution}>
        {reviews.stars.map(({ stars, count }) => (
          <div key={stars}>
            <dt>{t('starCount', { stars })}</dt>
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
}

interface ReviewListProps {
  readonly reviews: readonly PublishedReview[]
  /** Of the titles of the reviews. */
  readonly heading: 'h2' | 'h3'
}

const OneReview = ({
  review,
  heading: Heading,
}: Pick<ReviewListProps, 'heading'> & { readonly review: PublishedReview }) => {
  const t = useMessages(productMessages)
  const locale = useLocale()
  return (
    <li className={styles.review}>
      <Stars of={review.stars} />
      <Heading className={text.h4}>{review.title}</Heading>
      <p className={styles.text}>{review.text}</p>
      <p className={classNames(text.small, text.mute)}>
        {rich(
          t.rich('reviewedBy', {
            name: review.name,
            day: () => <time dateTime={review.written_on}>{longDate(review.written_on, locale)}</time>,
          }),
        )}
      </p>
    </li>
  )
}

export const ReviewList = ({ reviews, heading }: ReviewListProps) => (
  <ul className={styles.list}>
    {reviews.map((review) => (
      <OneReview key={review.id} review={review} heading={heading} />
    ))}
  </ul>
)

/** This many are on the page of the product. */
const shownHere = 3

interface ReviewSectionProps {
  readonly section: {
    readonly heading: string
    readonly tone: 'chalk' | 'gley' | 'loam' | 'peat'
    readonly numbered: boolean
    readonly anchor?: string | undefined
  }
  readonly reviews: Reviews
}

const None = () => <p>{useMessages(productMessages)('noReviews')}</p>

/** What buyers think, on the page of a product: the rating, and the lowest reviews first. */
export const ReviewSection = ({ section, reviews }: ReviewSectionProps) => {
  const t = useMessages(productMessages)
  const locale = useLocale()
  return (
    <PageSection tone={section.tone} numbered={section.numbered} anchor={section.anchor}>
      <div className={layout.grid}>
        <div className={layout.first4}>
          <h2>{section.heading}</h2>
          {reviews.count === 0 ? null : (
            <div className={layout.gap4}>
              <RatingSummary reviews={reviews} />
            </div>
          )}
        </div>
        <div className={layout.last6}>
          {reviews.count === 0 ? (
            <None />
          ) : (
            <>
              <p className={classNames(text.small, text.mute)}>{t('lowestRatings')}</p>
              <ReviewList heading="h3" reviews={reviews.reviews.slice(0, shownHere)} />
              <p className={layout.gap4}>
                <a href={`/reviews/${reviews.product}`}>
                  {reviews.count === 1
                    ? t('howPublished')
                    : t('readAll', { reviews: countText(reviews.count, locale) })}
                </a>
              </p>
            </>
          )}
        </div>
      </div>
    </PageSection>
  )
}

/** The rating beside a product's name, and the way to its reviews; nothing without a review. */
export const RatingLink = ({ reviews }: { readonly reviews: Reviews | null }) => {
  const locale = useLocale()
  return reviews === null || reviews.average === null ? null : (
    <p className={classNames(text.small, layout.gap4)}>
      <Stars of={reviews.average} /> {ratingText(reviews.average, locale)}{' '}
      <a href="#reviews">{countText(reviews.count, locale)}</a>
    </p>
  )
}
