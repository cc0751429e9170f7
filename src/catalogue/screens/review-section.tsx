import { PageSection } from '#ui/page-section.tsx'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import text from '#ui/text.module.css'
import { RatingSummary, ReviewList, countText, ratingText } from './review-list.tsx'
import type { Reviews } from './review-list.tsx'
import { Stars } from '#ui/stars.tsx'
import { useLocale, useMessages } from '#ui/locale-context.ts'
import { productMessages } from '../messages/product-messages.ts'

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
