import { productOf } from '#catalogue/rules/product.ts'
import { parsePrice, wirePrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'

/** A line of the cart, of a checkout or of an order, as the wire has it. */
interface PricedLine {
  readonly plan_code: string
  readonly name: string
  readonly quantity: number
  readonly price: string
}

const variantSeparator = ', '

/** A product as far as events name it. */
interface TrackedProduct {
  readonly id: string
  readonly prefix: string
}

/** A line as the tracking plan names it: the product, and its variant separately. */
const trackedLine = (
  { plan_code: sku, name, quantity, price }: PricedLine,
  products: readonly TrackedProduct[],
) => {
  const [product = name, ...variant] = name.split(variantSeparator)
  return {
    sku,
    name: product,
    ...(variant.length > 0 ? { variant: variant.join(variantSeparator) } : {}),
    category: productOf(products, sku)?.id ?? '',
    price: Number(price),
    quantity,
  }
}

interface TrackedTotals {
  readonly lines: readonly PricedLine[]
  readonly subtotal: string
  readonly discount: string
  readonly total: string
  readonly currency: Currency
}

/** Totals as the tracking plan names them; `value` is the total of the goods. */
export const trackedTotals = (
  { lines, subtotal, discount, total, currency }: TrackedTotals,
  products: readonly TrackedProduct[],
) => ({
  value: Number(total),
  subtotal: Number(subtotal),
  discount: Number(discount),
  total: Number(total),
  currency,
  products: lines.map((line) => trackedLine(line, products)),
})

/** The revenue of an order before shipping and tax, calculated in the smallest unit. */
export const trackedRevenue = ({
  subtotal,
  discount,
  currency,
}: Pick<TrackedTotals, 'subtotal' | 'discount' | 'currency'>): number =>
  Number(wirePrice(parsePrice(subtotal, currency) - parsePrice(discount, currency), currency))

interface CartWithCodes {
  readonly lines: readonly (PricedLine & { readonly is_gift: boolean })[]
  readonly discounts: readonly { readonly code: string; readonly amount: string }[]
  readonly refusals: readonly { readonly code: string; readonly reason: string }[]
  readonly promo_code: string | null
  readonly further_codes: readonly string[]
}

const codePattern = /^[a-z0-9_-]{1,40}$/i

/**
 * What the buyer chose and what the entered codes do, for the analytics events; gifts are added automatically.
 * `denied`: a code that was just refused and never was in the cart.
 */
export const trackedCart = (
  cart: CartWithCodes,
  justRefused: { readonly code: string; readonly reason: string } | null,
  products: readonly TrackedProduct[],
) => {
  const codes = [...(cart.promo_code === null ? [] : [cart.promo_code]), ...cart.further_codes]
  const refused = [
    ...cart.refusals.filter(({ code }) => codes.includes(code)),
    ...(justRefused ? [justRefused] : []),
  ]
  return {
    lines: cart.lines.filter((line) => !line.is_gift).map((line) => trackedLine(line, products)),
    applied: cart.discounts
      .filter(({ code }) => codes.includes(code))
      .map(({ code, amount }) => ({ code, discount: Number(amount) })),
    refused: refused
      .filter(({ code }) => codePattern.test(code))
      .map(({ code, reason }) => ({ code, reason })),
  }
}

/** The code that was just refused, with why; null when none was. */
export const refusedCode = (
  refused: { readonly promoCode: string | null; readonly message: string } | null,
): { readonly code: string; readonly reason: string } | null =>
  refused && refused.promoCode !== null ? { code: refused.promoCode.trim(), reason: refused.message } : null
