import { use } from 'react'
import { useLoaderData } from 'react-router'
import type { ContentPage, ContentProduct } from '#content/rules/content-page.ts'
import { Section } from '#content/screens/content-section.tsx'
import { InPageLanguage } from '#content/screens/in-page-language.tsx'
import type { PlanPrices } from '#content/screens/inline-text.tsx'
import { InlineText } from '#content/screens/inline-text.tsx'
import { PageStructuredData } from '#content/screens/page-structured-data.tsx'
import { brand } from '#shared/brand.ts'
import { wirePrice } from '#shared/money.ts'
import { Accordion } from '#ui/accordion.tsx'
import { PageHead, SiteContext } from '#ui/page-head.tsx'
import { isPictureName, pictureFile } from '#ui/picture.tsx'
import { RatingLink, ReviewSection } from './review-list.tsx'
import type { Reviews } from './review-list.tsx'
import { StructuredData } from '#ui/structured-data.tsx'
import type { PageOptions } from '#web/request/shop-context.ts'
import type { Offer } from './plan-chooser.tsx'
import { BuyBar } from './buy-bar.tsx'
import { Unavailable } from './unavailable.tsx'
import { PlanChooser, chooserScope } from './plan-chooser.tsx'
import type { PlanOption } from './plan-option.ts'
import { durationText } from './plan-option.ts'
import styles from './product-page.module.css'
import { Gallery } from './product-gallery.tsx'
import { FactList } from './fact-list.tsx'
import { ProductViewed } from './product-viewed.tsx'
import { offersOf, readProduct } from './read-product.ts'
import { useLocale } from '#ui/locale-context.ts'
import { localAddress } from '#shared/locale-path.ts'
import type { Locale } from '#shared/locale.ts'

interface ProductFactsProps {
  readonly page: Pick<ContentPage, 'path' | 'title' | 'description'>
  readonly product: ContentProduct
  readonly offers: readonly Offer[]
  /** Codes of plans that are filled after they are ordered (ruling 16). */
  readonly preordered: ReadonlySet<string>
  readonly reviews: Reviews | null
}

/** The rating and some reviews; nothing without a review. */
const ratingFacts = (reviews: Reviews | null) =>
  reviews === null || reviews.average === null
    ? {}
    : {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: reviews.average,
          bestRating: '5',
          worstRating: '1',
          reviewCount: reviews.count,
        },
        review: reviews.reviews.map((one) => ({
          '@type': 'Review',
          name: one.title,
          reviewBody: one.text,
          datePublished: one.written_on,
          author: { '@type': 'Person', name: one.name },
          reviewRating: {
            '@type': 'Rating',
            ratingValue: String(one.stars),
            bestRating: '5',
            worstRating: '1',
          },
        })),
      }

const offerFacts = (
  {
    address,
    locale,
    preordered,
  }: { readonly address: string; readonly locale: Locale; readonly preordered: ReadonlySet<string> },
  offer: Offer,
  option: PlanOption,
) => ({
  '@type': 'Offer',
  sku: option.code,
  name: `${offer.label}, ${durationText(option.months, locale)}`,
  url: address,
  price: wirePrice(option.priceCents, option.currency),
  priceCurrency: option.currency,
  availability: `https://schema.org/${preordered.has(option.code) ? 'PreOrder' : 'InStock'}`,
  itemCondition: 'https://schema.org/NewCondition',
  seller: { '@type': 'Organization', name: brand.name },
})

/** A product and its plans for search engines: the prices are those of the buttons. */
const ProductFacts = ({ page, product, offers, preordered, reviews }: ProductFactsProps) => {
  const { url } = use(SiteContext)
  const locale = useLocale()
  if (url === null || offers.length === 0) return null
  const address = `${url}${localAddress(page.path, locale)}`
  return (
    <StructuredData
      facts={{
        '@type': 'Product',
        name: page.title,
        description: page.description,
        url: address,
        brand: { '@type': 'Brand', name: brand.name },
        image: product.gallery.flatMap(({ name }) =>
          isPictureName(name) ? [`${url}${pictureFile(name)}`] : [],
        ),
        ...ratingFacts(reviews),
        offers: offers.flatMap((offer) =>
          offer.options.map((option) => offerFacts({ address, locale, preordered }, offer, option)),
        ),
      }}
    />
  )
}

export const handle = { sameForVisitors: true, takesWallets: true } satisfies PageOptions

export const loader = readProduct

interface DetailsProps {
  readonly product: ContentProduct
  readonly plans: PlanPrices
}

const Summary = ({ product, plans }: DetailsProps) => (
  <p className={styles.summary}>
    <InlineText text={product.summary} plans={plans} />
  </p>
)

const Details = ({ product, plans }: DetailsProps) => (
  <>
    <FactList facts={product.facts} plans={plans} />
    {product.directions.length > 0 ? (
      <Accordion
        size="small"
        className={styles.directions}
        items={product.directions.map((item) => ({
          title: item.title,
          open: item.open,
          body: <InlineText text={item.text} plans={plans} />,
        }))}
      />
    ) : null}
    {product.aside ? (
      <p className={styles.aside}>
        <InlineText text={product.aside} plans={plans} />
      </p>
    ) : null}
  </>
)

interface PageMetadataProps extends Pick<
  Awaited<ReturnType<typeof loader>>,
  'page' | 'product' | 'plans' | 'reviews'
> {
  readonly offers: readonly Offer[]
}

/** The invisible part of the page: data for search engines, and the viewed product for analytics. */
const PageMetadata = ({ page, product, plans, offers, reviews }: PageMetadataProps) => {
  const preordered = new Set(Object.values(plans).flatMap((plan) => (plan.preorderNote ? [plan.code] : [])))
  return (
    <>
      <ProductFacts page={page} product={product} offers={offers} preordered={preordered} reviews={reviews} />
      <ProductViewed isList={false} path={page.path} offers={offers} chosen={product.chosen} plans={plans} />
    </>
  )
}

const Sections = ({ page, plans, reviews }: Pick<PageMetadataProps, 'page' | 'plans' | 'reviews'>) =>
  page.sections.map((section, at) =>
    section.kind === 'reviews' && reviews ? (
      <ReviewSection key="reviews" section={section} reviews={reviews} />
    ) : (
      <Section key={`${at}-${section.kind}`} section={section} plans={plans} />
    ),
  )

const Head = ({ page, languages }: Pick<Awaited<ReturnType<typeof loader>>, 'page' | 'languages'>) => (
  <PageHead title={`${page.title} | ${brand.name}`} description={page.description} languages={languages} />
)

interface ChoiceProps extends Pick<Awaited<ReturnType<typeof loader>>, 'product' | 'wallet'> {
  readonly offers: readonly Offer[]
}

const Choice = ({ product, offers, wallet }: ChoiceProps) =>
  offers.length > 0 ? (
    <PlanChooser
      question={product.question}
      offers={offers}
      chosen={Math.min(product.chosen, offers.length - 1)}
      wallet={wallet}
    />
  ) : (
    <Unavailable />
  )

/** A product and its plans: pictures scroll, the buying column stays (design: 6 / 4). */
const ProductPage = () => {
  const { page, languages, written, product, plans, arrivals, wallet, reviews } =
    useLoaderData<typeof loader>()
  const offers = offersOf(product, plans, arrivals)
  return (
    <div className={chooserScope}>
      <Head page={page} languages={languages} />
      <PageStructuredData page={page} plans={plans} />
      <PageMetadata page={page} product={product} plans={plans} offers={offers} reviews={reviews} />
      <section className={styles.product}>
        <Gallery pictures={product.gallery} of={product.name} />
        <div className={styles.column}>
          <div className={styles.buying}>
            <p className={styles.code}>{product.code}</p>
            <h1 className={styles.name}>{product.name}</h1>
            <RatingLink reviews={reviews} />
            <InPageLanguage languages={written}>
              <Summary product={product} plans={plans} />
            </InPageLanguage>
            <Choice product={product} offers={offers} wallet={wallet} />
            <InPageLanguage languages={written}>
              <Details product={product} plans={plans} />
            </InPageLanguage>
          </div>
        </div>
      </section>
      <InPageLanguage languages={written}>
        <Sections page={page} plans={plans} reviews={reviews} />
      </InPageLanguage>
      <BuyBar name={product.code} offers={offers} />
    </div>
  )
}

export default ProductPage
