import { renewalOf } from '#catalogue/rules/plan.ts'
import type { Plan, Plans } from '#catalogue/rules/plan.ts'
import { isCountryEligible, quantityLimitIn } from '#location/rules/countries.ts'
import { ShopError } from '#shared/errors.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { addToCart, emptyCart } from './cart.ts'
import type { Cart } from './cart.ts'

/** A plan and how many of it, with the plan that its subscription renews as. */
export interface CartLine {
  readonly plan: Plan
  readonly quantity: number
  readonly renewal: Plan | null
}

/** Lines of a cart in the catalogue's order. PRODUCT_NOT_FOUND for an unknown code. */
export const cartLines = (items: Readonly<Record<string, number>>, plans: Plans): CartLine[] =>
  Object.entries(items)
    .map(([code, quantity]) => {
      const plan = plans.get(code)
      if (!plan) throw new ShopError('PRODUCT_NOT_FOUND')
      return { plan, quantity, renewal: renewalOf(plan, plans) }
    })
    .sort((a, b) => a.plan.sort - b.plan.sort)

type LineErrorCode = Extract<
  ErrorCode,
  'PRODUCT_NOT_ALLOWED_IN_COUNTRY' | 'QUANTITY_NOT_ALLOWED' | 'QUANTITY_NOT_ALLOWED_IN_COUNTRY'
>

/** A line that cannot be bought as it is, with the error of spec §8 that says why. */
export interface RefusedLine {
  readonly planCode: string
  readonly error: LineErrorCode
}

const lineError = ({ plan, quantity }: CartLine, country: string): LineErrorCode | null => {
  const limit = quantityLimitIn(country, plan.supplyDays)
  if (!isCountryEligible(country) || plan.refusedCountries.includes(country) || limit === 0)
    return 'PRODUCT_NOT_ALLOWED_IN_COUNTRY'
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > plan.maxQuantity)
    return 'QUANTITY_NOT_ALLOWED'
  return limit !== null && quantity > limit ? 'QUANTITY_NOT_ALLOWED_IN_COUNTRY' : null
}

/** Every line that this country does not take, or not as many of. */
export const refusedLines = (lines: readonly CartLine[], country: string): RefusedLine[] =>
  lines.flatMap((line) => {
    const error = lineError(line, country)
    return error === null ? [] : [{ planCode: line.plan.code, error }]
  })

/**
 * A cart with one plan, bought from its product page beside the visitor's own cart, whose codes count for it as well.
 * Errors of `addToCart`; ITEM_NOT_AVAILABLE for a gift, whose recipient is entered in the cart.
 */
export const cartOfOne = (own: Cart | null, plans: Plans, code: string): Cart => {
  if (plans.get(code)?.rules.isGift) throw new ShopError('ITEM_NOT_AVAILABLE')
  const { promoCode, furtherCodes, isCouponOffered } = own ?? emptyCart
  return addToCart({ ...emptyCart, promoCode, furtherCodes, isCouponOffered }, plans, code)
}
