import { redirect, useLoaderData } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import type { PageOptions } from '#web/request/shop-context.ts'
import type { ContentProduct } from '#content/rules/content-page.ts'
import { Section } from '#content/screens/content-section.tsx'
import { InPageLanguage } from '#content/screens/in-page-language.tsx'
import type { PlanPrices } from '#content/screens/inline-text.tsx'
import { InlineText } from '#content/screens/inline-text.tsx'
import { PageStructuredData } from '#content/screens/page-structured-data.tsx'
import { brand } from '#shared/brand.ts'
import { isShopError } from '#shared/errors.ts'
import { localAddress } from '#shared/locale-path.ts'
import type { Locale } from '#shared/locale.ts'
import { classNames } from '#ui/class-names.ts'
import { PageHead } from '#ui/page-head.tsx'
import { Picture, isPictureName } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import text from '#ui/text.module.css'
import type { Offer } from './plan-chooser.tsx'
import { BuyBar } from './buy-bar.tsx'
import { Unavailable } from './unavailable.tsx'
import { OfferContent, PlanForm, Plans, chooserScope } from './plan-chooser.tsx'
import { FactList } from './fact-list.tsx'
import { ProductViewed } from './product-viewed.tsx'
import { listCatalogueEntries, listPlans } from '../endpoints.ts'
import { offersOf, readProduct } from './read-product.ts'
import styles from './start-page.module.css'
import { intervalText } from '#shared/messages/interval-text.ts'
import { rich, useLocale, useMessages } from '#ui/locale-context.ts'
import { productMessages } from '../messages/product-messages.ts'

export const handle = { sameForVisitors: true } satisfies PageOptions

/** The page of the first product that is sold; null for a shop that sells nothing yet. */
const firstProduct = async ({ context }: LoaderFunctionArgs): Promise<string | null> => {
  const { call } = context.get(shopContext)
  const [plans, entries] = await Promise.all([call(listPlans, {}), call(listCatalogueEntries, {})])
  const pages = plans.map(({ code }) => entries.find(({ sku }) => sku === code)?.pdpUrl ?? '')
  return pages.find((page) => page.startsWith('/products/') && !page.includes('?')) ?? null
}

/** The page of the content; a brand without one begins with its first product. */
export const loader = async (args: LoaderFunctionArgs) => {
  try {
    return await readProduct(args)
  } catch (thrown) {
    const page = isShopError(thrown) && thrown.code === 'NOT_FOUND' ? await firstProduct(args) : null
    if (page === null) throw thrown
    throw redirect(localAddress(page, args.context.get(shopContext).locale), 302)
  }
}

/** The price per month at the cheapest frequency, and the later price if it differs. */
const StartingPrice = ({ options }: Pick<Offer, 'options'>) => {
  const t = useMessages(productMessages)
  const locale = useLocale()
  const [option] = options.toSorted((a, b) => a.monthlyCents - b.monthlyCents)
  if (!option) return null
  const { renewal, priceCents, monthlyCents, currency } = option
  if (renewal && renewal.priceCents !== priceCents)
    return rich(
      t.rich('thenEvery', {
        first: () => <Price cents={priceCents} currency={currency} />,
        later: () => <Price cents={renewal.priceCents} currency={currency} />,
        interval: intervalText(renewal.months, locale),
      }),
    )
  return rich(
    t.rich(options.length > 1 ? 'from' : 'aMonth', {
      price: () => <Price cents={monthlyCents} currency={currency} />,
    }),
  )
}

interface LayerProps {
  readonly offer: Offer
  readonly position: number
  readonly chosen: boolean
}

/** One product as a layer with its jar; choosing it makes the layer thicker. */
const Layer = ({ offer, position, chosen }: LayerProps) => (
  <label className={classNames(styles.layer, offer.layer && styles[offer.layer.product])}>
    <input type="radio" name="offer" value={position} defaultChecked={chosen} className={styles.radio} />
    <span className={styles.text}>
      <span className={styles.code}>{offer.label}</span>
      <span>
        <span className={styles.name}>{offer.layer?.name}</span>
        <span className={styles.who}>{offer.hint}</span>
      </span>
      <span className={styles.from}>
        <StartingPrice options={offer.options} />
      </span>
    </span>
    {offer.layer && isPictureName(offer.layer.picture.name) ? (
      <span className={styles.jar}>
        <Picture
          name={offer.layer.picture.name}
          alt={offer.layer.picture.alt}
          sizes="(min-width: 1024px) 22vw, (min-width: 768px) 18vw, 28vw"
          first={position === 1}
        />
      </span>
    ) : null}
  </label>
)

interface OfferPartProps {
  readonly offer: Offer
  readonly position: number
  readonly plans: PlanPrices
}

const About = ({ offer, position, plans }: OfferPartProps) => {
  const t = useMessages(productMessages)
  return offer.layer ? (
    <OfferContent position={position}>
      <h2 className={text.d3}>
        {offer.label} {offer.layer.name}
      </h2>
      <p className={styles.about}>
        <InlineText text={offer.layer.text} plans={plans} />{' '}
        <a href={offer.layer.href} className={text.nowrap}>
          {t('moreAbout', { product: offer.label })}
        </a>
      </p>
    </OfferContent>
  ) : null
}

const FirstBox = ({ offer, position, plans }: OfferPartProps) =>
  offer.layer ? (
    <OfferContent position={position}>
      <FactList facts={offer.layer.facts} plans={plans} />
    </OfferContent>
  ) : null

interface ChoiceProps {
  readonly product: ContentProduct
  /** Those that the content of the page exists in. */
  readonly languages: readonly Locale[] | undefined
  readonly offers: readonly Offer[]
  readonly plans: PlanPrices
}

const Layers = ({ product, offers }: Pick<ChoiceProps, 'product' | 'offers'>) => (
  <fieldset className={styles.layers}>
    <legend className={text.hidden}>{product.question}</legend>
    {offers.map((offer, at) => (
      <Layer
        key={offer.label}
        offer={offer}
        position={at + 1}
        chosen={at === Math.min(product.chosen, offers.length - 1)}
      />
    ))}
  </fieldset>
)

/** The chosen option: what it is, its frequency, the button, and the content of the first box. */
const Column = ({ product, languages, offers, plans }: ChoiceProps) => (
  <div className={styles.column}>
    {offers.map((offer, at) => (
      <About key={offer.label} offer={offer} position={at + 1} plans={plans} />
    ))}
    {offers.length > 0 ? <Plans offers={offers} wallet={null} /> : <Unavailable />}
    <InPageLanguage languages={languages}>
      {offers.map((offer, at) => (
        <FirstBox key={offer.label} offer={offer} position={at + 1} plans={plans} />
      ))}
      {product.aside ? (
        <p className={styles.aside}>
          <InlineText text={product.aside} plans={plans} />
        </p>
      ) : null}
    </InPageLanguage>
  </div>
)

/** The start page: for whom, then the frequency, then the button (ruling 5). */
const StartPage = () => {
  const { page, languages, product, plans, arrivals } = useLoaderData<typeof loader>()
  const offers = offersOf(product, plans, arrivals)
  return (
    <div className={chooserScope}>
      <PageHead
        title={`${page.title} | ${brand.name}`}
        description={page.description}
        languages={languages}
      />
      <PageStructuredData page={page} plans={plans} />
      <ProductViewed isList path={page.path} offers={offers} chosen={product.chosen} plans={plans} />
      <PlanForm className={styles.start}>
        <div className={styles.head}>
          <h1 className={text.d2}>{product.name}</h1>
          <InPageLanguage languages={languages}>
            <p className={classNames(text.lead, text.mute, styles.lead)}>
              <InlineText text={product.summary} plans={plans} />
            </p>
          </InPageLanguage>
        </div>
        <Layers product={product} offers={offers} />
        <Column product={product} languages={languages} offers={offers} plans={plans} />
      </PlanForm>
      <InPageLanguage languages={languages}>
        {page.sections.map((section, at) => (
          <Section key={`${at}-${section.kind}`} section={section} plans={plans} />
        ))}
      </InPageLanguage>
      <BuyBar name={null} offers={offers} />
    </div>
  )
}

export default StartPage
