import { couponCode } from '#coupon/rules/coupon.ts'
import type { CouponSource } from '#coupon/rules/coupon.ts'
import type { CartLine } from './cart-lines.ts'
import type { Cart } from './cart.ts'

interface OfferedCode {
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

/** Typed codes on one order, the promo code with them. */
const maxCodes = 4

const isSame = (one: string, other: string): boolean => couponCode(one) === couponCode(other)

/** The typed codes of a cart, in the order in which they are judged. */
export const enteredCodes = ({
  promoCode,
  furtherCodes,
}: Pick<Cart, 'promoCode' | 'furtherCodes'>): string[] => [
  ...(promoCode === null ? [] : [promoCode]),
  ...furtherCodes,
]

/**
 * The cart with one more entered code; null when there is no room for it. `goesTogether` says whether a code can be
 * combined with others. Such a code is added; any other replaces the promo code, which stays if it can be combined. A
 * code that is already there changes nothing.
 */
export const withEnteredCode = (
  cart: Cart,
  code: string,
  isStackable: (code: string) => boolean,
): Cart | null => {
  const { promoCode, furtherCodes } = cart
  if (enteredCodes(cart).some((one) => isSame(one, code))) return cart
  if (promoCode === null) return { ...cart, promoCode: code }
  if (!isStackable(code) && !isStackable(promoCode)) return { ...cart, promoCode: code }
  if (enteredCodes(cart).length >= maxCodes) return null
  return isStackable(code)
    ? { ...cart, furtherCodes: [...furtherCodes, code] }
    : { ...cart, promoCode: code, furtherCodes: [promoCode, ...furtherCodes] }
}

/** The cart without one of its entered codes; the first of the remaining ones becomes the promo code. */
export const withoutCode = (cart: Cart, code: string): Cart => {
  const [promoCode = null, ...furtherCodes] = enteredCodes(cart).filter((one) => !isSame(one, code))
  return { ...cart, promoCode, furtherCodes }
}
