import type { Plans } from '#catalogue/rules/plan.ts'
import { ShopError } from '#shared/errors.ts'
import { addFromLink, isEmpty, quantityOf } from './cart.ts'
import type { Cart } from './cart.ts'

/** What an upsell may depend on: see `upsells`. */
type OfferedTo = readonly [plans: Plans, country: string, displayOrder: (code: string) => number | null]

/**
 * Codes of the upsells, in display order (spec §4): the plans whose entries are upsells, in the countries that their rules name,
 * without products that are already in the cart under any of their plans; nothing with a refill. `displayOrder` is that of a catalogue
 * entry's upsell; null for an entry that is none.
 */
export const upsells = (
  cart: Pick<Cart, 'items'>,
  ...[plans, country, displayOrder]: OfferedTo
): string[] => {
  const codes = Object.keys(cart.items)
  if (codes.some((code) => plans.get(code)?.isSrp)) return []
  const products = codes.map((code) => plans.get(code)?.productId)
  return [...plans.values()]
    .filter(({ rules }) => rules.upsellCountries.length === 0 || rules.upsellCountries.includes(country))
    .filter(({ productId }) => !products.includes(productId))
    .flatMap(({ code }) => {
      const order = displayOrder(code)
      return order === null ? [] : [{ code, order }]
    })
    .toSorted((a, b) => a.order - b.order)
    .map(({ code }) => code)
}

/**
 * Adds an upsell that is still offered with the cart (spec §4); one that a double click or another tab has added is there. Of a tab from
 * before it would add the same product under another plan, or take a refill out: ACTION_NOT_ALLOWED.
 */
export const addUpsell = (cart: Cart, code: string, ...[plans, ...place]: OfferedTo): Cart => {
  if (quantityOf(cart, code) > 0) return cart
  if (isEmpty(cart) || !upsells(cart, plans, ...place).includes(code))
    throw new ShopError('ACTION_NOT_ALLOWED', {
      detail: 'This isn’t offered with your cart anymore. Nothing was added.',
    })
  return addFromLink(cart, plans, code)
}
