import type { CouponSource } from '#coupon/rules/coupon.ts'
import type { CartLine } from './cart-lines.ts'
import type { Cart } from './cart.ts'

export interface OfferedCode {
  readonly code: string
  readonly source: CouponSource
}

/**
 * The codes that may apply to a cart, in the order in which they are decided: the promo code, then the plans' own codes
 * (so a promo code that applies replaces them), then further entered ones, then the hidden stackable one.
 */
export const offeredCodes = (
  cart: Pick<Cart, 'promoCode' | 'furtherCodes' | 'stackableCoupon'>,
  lines: readonly CartLine[],
): OfferedCode[] => {
  const own = new Set(
    lines.flatMap(({ plan }) => (plan.autoCouponCode === null ? [] : [plan.autoCouponCode])),
  )
  return [
    ...(cart.promoCode === null ? [] : [{ code: cart.promoCode, source: 'promo-code' as const }]),
    ...[...own].map((code) => ({ code, source: 'automatic' as const })),
    ...cart.furtherCodes.map((code) => ({ code, source: 'promo-code' as const })),
    ...(cart.stackableCoupon === null ? [] : [{ code: cart.stackableCoupon, source: 'stackable' as const }]),
  ]
}
