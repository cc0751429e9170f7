import { productOf } from '#catalogue/rules/product.ts'
import type { ShipmentState } from '#shipment/rules/shipment-state.ts'

export interface ReviewOfferFacts {
  readonly kind: 'purchase' | 'renewal' | 'gift'
  readonly lines: readonly { readonly planCode: string }[]
  readonly shipments: readonly {
    readonly state: ShipmentState
    /** Positions of the lines in it. */
    readonly positions: readonly number[]
  }[]
  /** Those of the shop that can be reviewed. */
  readonly products: readonly { readonly id: string; readonly prefix: string }[]
}

/** Why no product of an order can be reviewed. */
export type NoReview = 'gift' | 'not-delivered'

export type ReviewOffer =
  | { readonly kind: 'none'; readonly reason: NoReview }
  | { readonly kind: 'open'; readonly products: readonly string[] }

/**
 * The products of an order that can be reviewed: those that a carrier has delivered, whatever happened afterwards. Somebody who
 * sent a product back has tried it too.
 */
export const reviewOffer = ({ kind, lines, shipments, products: all }: ReviewOfferFacts): ReviewOffer => {
  if (kind === 'gift') return { kind: 'none', reason: 'gift' }
  const delivered = shipments.filter(({ state }) => state === 'delivered')
  const products = delivered
    .flatMap(({ positions }) => positions)
    .flatMap((position) => productOf(all, lines[position]?.planCode ?? '')?.id ?? [])
  return products.length === 0
    ? { kind: 'none', reason: 'not-delivered' }
    : { kind: 'open', products: [...new Set(products)].toSorted() }
}
