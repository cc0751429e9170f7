import type { Plans } from '#catalogue/rules/plan.ts'
import type { Cart } from './cart.ts'

/**
 * Codes of the upsells, in display order (spec §4): the plans whose entries are upsells, in the countries that their rules name,
 * without products that are already in the cart under any of their plans; nothing with a refill. `displayOrder` is that of a catalogue
 * entry's upsell; null for an entry that is none.
 */
export const upsells = (
  cart: Pick<Cart, 'items'>,
  plans: Plans,
  country: string,
  displayOrder: (code: string) => number | null,
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
