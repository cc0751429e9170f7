import type { LoaderFunctionArgs } from 'react-router'
import { shopContext } from '#web/request/shop-context.ts'
import { readContentPage } from '#content/endpoints.ts'
import type { ContentProduct } from '#content/rules/content-page.ts'
import { ShopError } from '#shared/errors.ts'
import { listPlans } from '../endpoints.ts'
import type { Offer } from './plan-chooser.tsx'
import type { OfferedPlans } from './plan-option.ts'
import { planOptions } from './plan-option.ts'

const withoutEndSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path)

/** The page of a product with the plans on sale; not found where the page offers none. */
export const readProduct = async ({ context, url }: LoaderFunctionArgs) => {
  const { call } = context.get(shopContext)
  const [{ page }, plans] = await Promise.all([
    call(readContentPage, { path: withoutEndSlash(url.pathname) }),
    call(listPlans, {}),
  ])
  if (!page.product) throw new ShopError('NOT_FOUND')
  return { page, product: page.product, plans: Object.fromEntries(plans.map((plan) => [plan.code, plan])) }
}

/** The options of the page; what is not sold now is omitted. */
export const offersOf = (product: ContentProduct, plans: OfferedPlans): Offer[] =>
  product.offers
    .map(({ label, hint, unit, layer, plans: codes }) => ({
      label,
      hint,
      unit,
      layer,
      options: planOptions(codes, plans),
    }))
    .filter((offer) => offer.options.length > 0)
