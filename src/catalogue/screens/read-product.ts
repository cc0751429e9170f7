import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import type { ShopContext } from '#web/request/shop-context.ts'
import { readContentPage } from '#content/endpoints.ts'
import type { ContentProduct } from '#content/rules/content-page.ts'
import { isShopError, ShopError } from '#shared/errors.ts'
import { viewWalletEntry } from '#payment/endpoints.ts'
import { shippingRates } from '#pricing/endpoints.ts'
import { listReviews } from '#review/endpoints.ts'
import { listPlans } from '../endpoints.ts'
import type { Offer } from './plan-chooser.tsx'
import type { Arrivals, OfferedPlans } from './plan-option.ts'
import { planOptions } from './plan-option.ts'

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

/** The page of a product with the plans on sale; not found where the page offers none. */
export const readProduct = async ({ context, url }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const [{ page }, plans, arrivals, { entry: wallet }] = await Promise.all([
    call(readContentPage, { path: withoutEndSlash(url.pathname) }),
    call(listPlans, {}),
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
