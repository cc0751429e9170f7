import { use } from 'react'
import { wirePrice } from '#shared/money.ts'
import { ownValue } from '#shared/own-value.ts'
import { PageEvent } from '#ui/page-event.tsx'
import { productOf } from '../rules/product.ts'
import { ProductsContext } from './products-context.ts'
import { firstOption } from './plan-chooser.tsx'
import type { Offer } from './plan-chooser.tsx'
import type { PlanOption } from './plan-option.ts'
import { durationText } from './plan-option.ts'

interface ProductViewedProps {
  /** On a page with all products, no single one is viewed. */
  readonly isList: boolean
  readonly path: string
  readonly offers: readonly Offer[]
  /** Position of the offer chosen at first. */
  readonly chosen: number
  readonly plans: Readonly<Record<string, { readonly name: string }>>
}

/** Marks the viewed product, by the plan that is selected at first; or all of them, if all are offered. */
export const ProductViewed = ({ isList, path, offers, chosen, plans }: ProductViewedProps) => {
  const products = use(ProductsContext)
  const tracked = (offer: Offer, option: PlanOption) => ({
    sku: option.code,
    name: ownValue(plans, option.code)?.name.split(', ')[0] ?? option.code,
    category: productOf(products, option.code)?.id ?? '',
    variant: `${offer.label}, ${durationText(option.months)}`,
    price: Number(wirePrice(option.priceCents, option.currency)),
  })
  if (isList) {
    const listed = offers.flatMap((offer) => offer.options.map((option) => tracked(offer, option)))
    return <PageEvent name="Product List Viewed" properties={{ list_id: path, products: listed }} />
  }
  const offer = offers[Math.min(chosen, offers.length - 1)]
  const option = offer?.options[firstOption(offer.options)]
  if (!offer || !option) return null
  const product = tracked(offer, option)
  return (
    <PageEvent
      name="Product Viewed"
      properties={{ ...product, currency: option.currency, value: product.price }}
    />
  )
}
