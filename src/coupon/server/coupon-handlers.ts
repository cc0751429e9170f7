import * as endpoints from '../endpoints.ts'
import { routes } from '#platform/route.ts'
import type { HandlersFor, Route } from '#platform/route.ts'
import { plansFor, shopCurrencyFor } from '#catalogue/server/plans.ts'
import type { Plans } from '#catalogue/rules/plan.ts'
import { wirePrice } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { couponIn, refusalOutright } from '../rules/coupon.ts'
import type { Coupon } from '../rules/coupon.ts'
import { discountOnPlan } from '../../pricing/rules/discount.ts'
import { couponOffers, invalidCoupon } from './coupons.ts'

/** A coupon that can be entered and applies now. INVALID_COUPON with the reason otherwise. */
const usableCoupon = async (deps: AppDeps, code: string, currency: Currency): Promise<Coupon> => {
  const [offer] = await couponOffers(deps.database, [{ code, source: 'promo-code' }], null)
  const refusal = offer ? refusalOutright(offer, deps.clock.now(), currency) : 'unknown'
  const coupon = offer?.coupon && couponIn(offer.coupon, currency)
  if (refusal !== null || !coupon) throw invalidCoupon(code, refusal ?? 'unknown')
  return coupon
}

const planDiscount = (coupon: Coupon, currency: Currency) => ({
  code: coupon.code,
  type: coupon.kind,
  value: coupon.kind === 'fixed' ? wirePrice(coupon.value, currency) : String(coupon.value),
  currency,
  plans: coupon.plans === 'all' ? ('all' as const) : [...coupon.plans],
})

const discountsOn = (coupon: Coupon, plans: Plans, currency: Currency): Record<string, string> => {
  const amounts = [...plans.values()].map(({ code, priceCents }) => ({
    code,
    cents: Math.min(discountOnPlan(coupon, code, priceCents), priceCents),
  }))
  return Object.fromEntries(
    amounts.flatMap(({ code, cents }) => (cents > 0 ? [[code, wirePrice(cents, currency)]] : [])),
  )
}

/** Handles the endpoints of the coupon module; hidden codes are unknown to them. */
export const createCouponHandlers = (deps: AppDeps): HandlersFor<typeof endpoints> => ({
  viewCouponPlans: async (context, { code }) => {
    const plans = await plansFor(deps, context)
    const coupon = await usableCoupon(deps, code, plans.currency)
    const discounts = discountsOn(coupon, plans.plans, plans.currency)
    return { ...planDiscount(coupon, plans.currency), discounts }
  },
  viewCoupon: async (context, { code }) => {
    const currency = await shopCurrencyFor(deps, context)
    const coupon = await usableCoupon(deps, code, currency)
    return {
      ...planDiscount(coupon, currency),
      duration: coupon.duration,
      renewals: coupon.renewals,
      stackable: coupon.stackable,
      once_per_account: coupon.oncePerAccount,
      expires_at: coupon.expiresAt?.toString() ?? null,
    }
  },
})

/** The endpoints of coupons. */
export const couponRoutes = (deps: AppDeps): readonly Route[] => routes(endpoints, createCouponHandlers(deps))
