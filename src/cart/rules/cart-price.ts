import { bundleDiscount } from '#catalogue/rules/plan-rules.ts'
import { shownRefusal } from '#coupon/rules/buyers.ts'
import { judgeCoupons } from '#coupon/rules/coupon.ts'
import type { AcceptedCoupon, CouponOffer, RefusedCoupon } from '#coupon/rules/coupon.ts'
import { priceOrder } from '../../pricing/rules/order-price.ts'
import type { Deduction, Delivery, OrderPrice } from '../../pricing/rules/order-price.ts'
import { refusedLines } from './cart-lines.ts'
import type { CartLine, RefusedLine } from './cart-lines.ts'
import type { Currency } from '#shared/money.ts'

export interface CartToPrice {
  readonly lines: readonly CartLine[]
  readonly bundles: readonly string[]
  readonly offers: readonly CouponOffer[]
  readonly country: string
  readonly currency: Currency
  /** Null until the buyer enters a destination: then without shipping and tax. */
  readonly delivery: Delivery | null
  readonly now: Temporal.Instant
}

/** The totals of a cart, with what was refused and why. Refused coupons give no discount. */
export interface CartPrice extends OrderPrice {
  readonly refusedLines: readonly RefusedLine[]
  readonly refusedCoupons: readonly RefusedCoupon[]
  /** Coupons that count, in the order in which they are taken off. */
  readonly acceptedCoupons: readonly AcceptedCoupon[]
}

const bundleDeductions = ({ lines, bundles, currency }: CartToPrice): Deduction[] =>
  bundles.flatMap((code) => {
    const bundle = lines.map(({ plan }) => plan.rules.bundle).find((one) => one?.code === code)
    if (!bundle) return []
    const discount = {
      kind: 'fixed',
      value: bundleDiscount(bundle, currency),
      plans: [bundle.planCode],
    } as const
    return [{ code, reason: 'bundle', discount }]
  })

const couponDeduction = ({ coupon, source }: AcceptedCoupon): Deduction => ({
  code: coupon.code,
  reason: source,
  discount: coupon,
})

/** Prices a cart: bundles come off first, then the code that cannot be combined, then stackable ones. */
export const priceCart = (cart: CartToPrice): CartPrice => {
  const { currency, now } = cart
  const planCodes = cart.lines.map((line) => line.plan.code)
  const { accepted, refused } = judgeCoupons(cart.offers, { planCodes, now, currency })
  const isMember = cart.offers.some(({ buyer }) => buyer?.isMember)
  const lines = cart.lines.map((line) => ({ ...line, unitPriceCents: line.plan.priceCents }))
  return {
    ...priceOrder(
      lines,
      [...bundleDeductions(cart), ...accepted.map(couponDeduction)],
      cart.delivery,
      currency,
    ),
    refusedLines: refusedLines(cart.lines, cart.country),
    // A plan's own code that is replaced by the buyer's needs no message.
    refusedCoupons: refused
      .filter((coupon) => coupon.source !== 'automatic')
      .map((coupon) => ({ ...coupon, reason: shownRefusal(coupon.reason, isMember) })),
    acceptedCoupons: accepted,
  }
}
