import { priceOrder } from '#pricing/rules/order-price.ts'
import type { OrderPrice } from '#pricing/rules/order-price.ts'
import type { Plan, Plans } from '#catalogue/rules/plan.ts'
import type { Coupon } from '#coupon/rules/coupon.ts'
import type { Discount } from '#pricing/rules/discount.ts'
import { standardMethod } from '#pricing/rules/shipping-methods.ts'
import type { TaxRate } from '#pricing/rules/tax-rate.ts'
import type { Cents } from '#shared/money.ts'
import type { PriceStep } from '#subscription/notice/rules/price-schedule.ts'

/** What one renewal is made of. */
export interface Renewal {
  /** The plan it is delivered as, which is its own renewal (ruling 10), priced in the subscription's currency. */
  readonly plan: Plan
  readonly quantity: number
  /** Of one unit, as agreed to when the subscription began or was last changed, or as its last order cost. */
  readonly unitPriceCents: Cents
  /** The increases that the member was notified of; if missing, none. */
  readonly priceSteps?: readonly PriceStep[]
  /** The coupon that applies; null when there is none. */
  readonly coupon: (Pick<Discount, 'kind' | 'value'> & Pick<Coupon, 'code' | 'duration'>) | null
  readonly country: string
  /** When the subscription began, whose shipping fee does not rise; missing for one that is about to. */
  readonly agreedAt?: Temporal.Instant
  readonly taxRate: TaxRate
  /** What comes with this one order only. */
  readonly addOns?: readonly OneTimeLine[]
  /** The order comes without the subscription's own item. */
  readonly withoutOwnItem?: boolean
  /** The member's available credit; if missing, none. */
  readonly availableCreditCents?: Cents
}

/** A line of a single order, at the price of the day it was added. */
export interface OneTimeLine {
  readonly plan: Plan
  readonly quantity: number
  readonly unitPriceCents: Cents
}

/**
 * Whether a coupon without an end applies to a plan: it was checked against the plan that was bought and stays with the
 * product, whatever its quantity and frequency. On another product it does not apply until the member changes back.
 */
export const couponApplies = (coupon: Pick<Discount, 'plans'>, plan: Plan, plans: Plans): boolean =>
  coupon.plans === 'all' ||
  coupon.plans.some((code) => code === plan.code || plans.get(code)?.productId === plan.productId)

const reasonOf = ({ duration }: Pick<Coupon, 'duration'>): 'renewals' | 'forever' =>
  duration === 'renewals' ? 'renewals' : 'forever'

/**
 * The totals of the next order: the same core as a purchase; the subscription's line first, then one-time items, the
 * country's standard shipping. The coupon applies to the subscription's plan.
 */
export const priceRenewal = (renewal: Renewal): OrderPrice => {
  const { plan, quantity, unitPriceCents, coupon, country, taxRate, addOns = [] } = renewal
  const deductions =
    coupon === null || renewal.withoutOwnItem
      ? []
      : [{ code: coupon.code, reason: reasonOf(coupon), discount: { ...coupon, plans: [plan.code] } }]
  const lines = [
    ...(renewal.withoutOwnItem ? [] : [{ plan, quantity, unitPriceCents, renewal: plan }]),
    ...addOns.map((line) => ({ ...line, renewal: null })),
  ]
  const { agreedAt } = renewal
  const delivery = { country, method: standardMethod(country), taxRate, ...(agreedAt ? { agreedAt } : {}) }
  return priceOrder(lines, deductions, delivery, plan.currency)
}
