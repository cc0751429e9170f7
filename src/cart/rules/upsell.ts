import { productOf } from '#catalogue/rules/product.ts'
import type { Plans } from '#catalogue/rules/plan.ts'
import type { Cart } from './cart.ts'

/** The upsells of a cart, by country (spec §4). */
const offeredIn = (country: string): readonly string[] =>
  country === 'US' ? ['syn-wk', 'pds-wk', 'vs-wk'] : ['syn-wk', 'pds-wk']

/**
 * Codes of the upsells, in display order (spec §4): what is sold in the country, without what is already in the cart
 * under any of its plans; nothing with a refill. `displayOrder` is the catalogue entry's.
 */
export const upsells = (
  cart: Pick<Cart, 'items'>,
  plans: Plans,
  country: string,
  displayOrder: (code: string) => number,
): string[] => {
  const codes = Object.keys(cart.items)
  if (codes.some((code) => plans.get(code)?.isSrp)) return []
  const products = codes.map(productOf)
  return offeredIn(country)
    .filter((code) => plans.has(code) && !products.includes(productOf(code)))
    .toSorted((a, b) => displayOrder(a) - displayOrder(b))
}
