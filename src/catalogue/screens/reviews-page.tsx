import { useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { brand } from '#shared/brand.ts'
import { ShopError } from '#shared/errors.ts'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import { PageHead } from '#ui/page-head.tsx'
import text from '#ui/text.module.css'
import { shopContext } from '#web/request/shop-context.ts'
import { listReviews } from '#review/endpoints.ts'
import { reviewSorts } from '#review/rules/review.ts'
import type { ReviewSort } from '#review/rules/review.ts'
import { listProducts } from '../endpoints.ts'
import { RatingSummary, ReviewList } from './review-list.tsx'
import type { Reviews } from './review-list.tsx'
import styles from './reviews-page.module.css'

const pageOf = (value: string | null): number => {
  const page = Number(value ?? '1')
  return Number.isInteger(page) && page >= 1 && page <= 500 ? page : 1
}

export const loader = async ({ context, params, url }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const found = (await call(listProducts, {})).find(({ id }) => id === params['product'])
  if (found === undefined) throw new ShopError('NOT_FOUND')
  const { id: product, page: productPage } = found
  const sort = reviewSorts.find((one) => one === url.searchParams.get('sort')) ?? 'lowest'
  const page = pageOf(url.searchParams.get('page'))
  return { sort, productPage, reviews: await call(listReviews, { product, sort, page }) }
}

const sortTexts: Readonly<Record<ReviewSort, string>> = {
  lowest: 'Lowest first',
  highest: 'Highest first',
  newest: 'Newest first',
}

interface PlaceProps {
  readonly reviews: Reviews
  readonly sort: ReviewSort
}

const addressOf = ({ product }: Reviews, sort: ReviewSort, page = 1): string =>
  `/reviews/${product}?sort=${sort}${page === 1 ? '' : `&page=${page}`}`

const Sorts = ({ reviews, sort }: PlaceProps) => (
  <nav aria-label="Order of the reviews" className={styles.sorts}>
    {reviewSorts.map((one) => (
      <a key={one} href={addressOf(reviews, one)} aria-current={one === sort ? 'true' : undefined}>
        {sortTexts[one]}
      </a>
    ))}
  </nav>
)

const Pages = ({ reviews, sort }: PlaceProps) =>
  reviews.pages === 1 ? null : (
    <nav aria-label="Pages" className={styles.sorts}>
      {reviews.page > 1 ? <a href={addressOf(reviews, sort, reviews.page - 1)}>Previous</a> : null}
      <span>
        Page {reviews.page} of {reviews.pages}
      </span>
      {reviews.page < reviews.pages ? <a href={addressOf(reviews, sort, reviews.page + 1)}>Next</a> : null}
    </nav>
  )

/** Every published review of a product. */
const ReviewsPage = () => {
  const { reviews, sort, productPage } = useLoaderData<typeof loader>()
  const title = `Reviews of ${reviews.product_name}`
  return (
    <div className={layout.page}>
      <PageHead title={`${title} | ${brand.name}`} unlisted />
      <h1 className={text.d2}>{title}</h1>
      <p className={classNames(text.lead, text.mute, layout.gap4)}>
        Only people who received the product from us can write a review. We read each one before we publish
        it, and leave out only offensive words, personal details, claims about diseases, and what isn’t about
        the product.
      </p>
      <div className={classNames(layout.grid, layout.gap6)}>
        <div className={layout.first4}>
          {reviews.count === 0 ? <p>No reviews yet.</p> : <RatingSummary reviews={reviews} />}
          <p className={layout.gap4}>
            <a href={productPage}>{reviews.product_name}</a>
          </p>
          <p>
            <a href="/review">Write a review</a>
          </p>
        </div>
        <div className={layout.last6}>
          {reviews.count === 0 ? null : <Sorts reviews={reviews} sort={sort} />}
          <ReviewList heading="h2" reviews={reviews.reviews} />
          <Pages reviews={reviews} sort={sort} />
        </div>
      </div>
    </div>
  )
}

export default ReviewsPage
