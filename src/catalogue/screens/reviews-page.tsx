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
import { useMessages } from '#ui/locale-context.ts'
import { productMessages } from '../messages/product-messages.ts'

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

interface PlaceProps {
  readonly reviews: Reviews
  readonly sort: ReviewSort
}

const addressOf = ({ product }: Reviews, sort: ReviewSort, page = 1): string =>
  `/reviews/${product}?sort=${sort}${page === 1 ? '' : `&page=${page}`}`

const Sorts = ({ reviews, sort }: PlaceProps) => {
  const t = useMessages(productMessages)
  return (
    <nav aria-label={t('order')} className={styles.sorts}>
      {reviewSorts.map((one) => (
        <a key={one} href={addressOf(reviews, one)} aria-current={one === sort ? 'true' : undefined}>
          {t(one)}
        </a>
      ))}
    </nav>
  )
}

const Pages = ({ reviews, sort }: PlaceProps) => {
  const t = useMessages(productMessages)
  return reviews.pages === 1 ? null : (
    <nav aria-label={t('pages')} className={styles.sorts}>
      {reviews.page > 1 ? <a href={addressOf(reviews, sort, reviews.page - 1)}>{t('previous')}</a> : null}
      <span>{t('page', { page: reviews.page, pages: reviews.pages })}</span>
      {reviews.page < reviews.pages ? (
        <a href={addressOf(reviews, sort, reviews.page + 1)}>{t('next')}</a>
      ) : null}
    </nav>
  )
}

/** Every published review of a product. */
const ReviewsPage = () => {
  const { reviews, sort, productPage } = useLoaderData<typeof loader>()
  const t = useMessages(productMessages)
  const title = t('title', { product: reviews.product_name })
  return (
    <div className={layout.page}>
      <PageHead title={`${title} | ${brand.name}`} unlisted />
      <h1 className={text.d2}>{title}</h1>
      <p className={classNames(text.lead, text.mute, layout.gap4)}>{t('rules')}</p>
      <div className={classNames(layout.grid, layout.gap6)}>
        <div className={layout.first4}>
          {reviews.count === 0 ? <p>{t('none')}</p> : <RatingSummary reviews={reviews} />}
          <p className={layout.gap4}>
            <a href={productPage}>{reviews.product_name}</a>
          </p>
          <p>
            <a href="/review">{t('write')}</a>
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
