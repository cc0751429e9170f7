import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import type { ShopContext } from '#web/request/shop-context.ts'
import { listPageLanguages, readContentPage } from '#content/endpoints.ts'
import type { ContentPage, ContentProduct } from '#content/rules/content-page.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { isShopError, ShopError } from '#shared/errors.ts'
import { viewWalletEntry } from '#payment/endpoints.ts'
import { shippingRates } from '#pricing/endpoints.ts'
import { listReviews } from '#review/endpoints.ts'
import { listCatalogueEntries, listCatalogueTexts, listPlans } from '../endpoints.ts'
import { cataloguePage } from '../rules/catalogue-page.ts'
import type { Offer } from './plan-chooser.tsx'
import type { Arrivals, OfferedPlans } from './plan-option.ts'
import { planOptions } from './plan-option.ts'
import { ownValue } from '#shared/own-value.ts'

const withoutEndSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path)

/** When something ordered now arrives in the visitor's country; null where the shop does not ship to. */
const arrivalsHere = async (call: ShopContext['call']): Promise<Arrivals | null> => {
  try {
    const { rates } = await call(shippingRates, {})
    return rates[0]?.arrives ?? null
  } catch (thrown) {
    if (isShopError(thrown) && thrown.code === 'PRODUCT_NOT_ALLOWED_IN_COUNTRY') return null
    throw thrown
  }
}

type Plans = ReplyOf<typeof listPlans>

/** The content page of an address, or for a product without one the page that is made of its entries. */
const pageAt = async ({ call, locale }: ShopContext, path: string, plans: Plans): Promise<ContentPage> => {
  if (!path.startsWith('/products/')) return (await call(readContentPage, { path })).page
  const texts = await call(listCatalogueTexts, { language: locale })
  const reader = { locale, translated: (text: string) => ownValue(texts, text) ?? text }
  const page = cataloguePage(path, await call(listCatalogueEntries, {}), plans, reader)
  if (page === null) throw new ShopError('NOT_FOUND')
  return { ...page, slug: path.slice(1), draft: false, unlisted: false, sections: [] }
}

/** The page of a product with the plans on sale; not found where the page offers none. */
export const readProduct = async ({ context, url }: LoaderFunctionArgs) => {
  const shop = context.get(shopContext)
  const { call } = shop
  const listed = call(listPlans, {})
  const path = withoutEndSlash(url.pathname)
  const [page, plans, arrivals, { entry: wallet }, { languages }] = await Promise.all([
    listed.then((plans) => pageAt(shop, path, plans)),
    listed,
    arrivalsHere(call),
    call(viewWalletEntry, {}),
    call(listPageLanguages, { path }),
  ])
  if (!page.product) throw new ShopError('NOT_FOUND')
  const reviewed = page.sections.find((section) => section.kind === 'reviews')?.product
  const reviews = reviewed === undefined ? null : await call(listReviews, { product: reviewed })
  const plansByCode = Object.fromEntries(plans.map((plan) => [plan.code, plan]))
  // A wallet delivers to where the buyer is; where the shop does not ship to, it has nothing to offer.
  return {
    page,
    // A page that is made of the catalogue is in every language.
    languages: path.startsWith('/products/') ? undefined : languages,
    product: page.product,
    plans: plansByCode,
    arrivals,
    reviews,
    wallet: arrivals === null ? null : wallet,
  }
}

/** The options of the page; what is not sold now is omitted. */
export const offersOf = (product: ContentProduct, plans: OfferedPlans, arrivals: Arrivals | null): Offer[] =>
  product.offers
    .map(({ label, hint, unit, layer, plans: codes }) => ({
      label,
      hint,
      unit,
      layer,
      options: planOptions(codes, plans, arrivals),
    }))
    .filter((offer) => offer.options.length > 0)
