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
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
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

interface FoundPage {
  readonly page: ContentPage
  /** The languages that its texts exist in; undefined for all. */
  readonly written: readonly Locale[] | undefined
}

/** A page that is made of the entries of the catalogue. It is at the addresses of every language, also untranslated. */
const pageOfEntries = async (
  { call, locale }: ShopContext,
  path: string,
  plans: Plans,
): Promise<FoundPage> => {
  const texts = await call(listCatalogueTexts, { language: locale })
  let isTranslated = true
  const translated = (text: string): string => {
    isTranslated = Object.hasOwn(texts, text)
    return ownValue(texts, text) ?? text
  }
  const page = cataloguePage(path, await call(listCatalogueEntries, {}), plans, { locale, translated })
  if (page === null) throw new ShopError('NOT_FOUND')
  return {
    page: { ...page, slug: path.slice(1), draft: false, unlisted: false, sections: [] },
    written: isTranslated ? undefined : [defaultLocale],
  }
}

/** The content page of an address, or for a product without one the page that is made of its entries. */
const pageAt = async (shop: ShopContext, path: string, plans: Plans): Promise<FoundPage> => {
  if (path.startsWith('/products/')) return pageOfEntries(shop, path, plans)
  const [{ page }, { languages: written }] = await Promise.all([
    shop.call(readContentPage, { path }),
    shop.call(listPageLanguages, { path }),
  ])
  return { page, written }
}

/** The page of a product with the plans on sale; not found where the page offers none. */
export const readProduct = async ({ context, url }: LoaderFunctionArgs) => {
  const shop = context.get(shopContext)
  const { call } = shop
  const listed = call(listPlans, {})
  const path = withoutEndSlash(url.pathname)
  const [{ page, written }, plans, arrivals, { entry: wallet }] = await Promise.all([
    listed.then((plans) => pageAt(shop, path, plans)),
    listed,
    arrivalsHere(call),
    call(viewWalletEntry, {}),
  ])
  if (!page.product) throw new ShopError('NOT_FOUND')
  const reviewed = page.sections.find((section) => section.kind === 'reviews')?.product
  const reviews = reviewed === undefined ? null : await call(listReviews, { product: reviewed })
  const plansByCode = Object.fromEntries(plans.map((plan) => [plan.code, plan]))
  // A wallet delivers to where the buyer is; where the shop does not ship to, it has nothing to offer.
  return {
    page,
    written,
    // A page that is made of the catalogue is at the addresses of every language.
    languages: path.startsWith('/products/') ? undefined : written,
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
