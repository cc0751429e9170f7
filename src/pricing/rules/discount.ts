import { allocate, percentOf, sumCents } from '#shared/money.ts'
import type { Cents } from '#shared/money.ts'

/** The discount of a code (spec §3, "Plan discount"). */
export interface Discount {
  readonly kind: 'fixed' | 'percentage'
  /** The smallest unit of the order's currency when fixed, per cent when a percentage. */
  readonly value: number
  readonly plans: readonly string[] | 'all'
}

export const matchesPlan = (discount: Discount, planCode: string): boolean =>
  discount.plans === 'all' || discount.plans.includes(planCode)

/**
 * The value of a discount on one unit (spec §9): a fixed one its value, a percentage the SKU's price times the
 * percentage rounded to cents, nothing on a plan it does not match.
 */
export const discountOnPlan = (discount: Discount, planCode: string, priceCents: Cents): Cents => {
  if (!matchesPlan(discount, planCode)) return 0
  return discount.kind === 'fixed' ? discount.value : percentOf(priceCents, discount.value)
}

/** A line as discounts need it; `leftCents` is what earlier discounts left of its subtotal. */
export interface DiscountableLine {
  readonly planCode: string
  readonly unitPriceCents: Cents
  readonly quantity: number
  readonly leftCents: Cents
}

/**
 * What a discount takes off each line, never more than is left of it. A percentage is taken unit by unit from the SKU's
 * price. A fixed amount is given once per order and split over the lines it matches by what is left of them.
 */
export const discountOnLines = (discount: Discount, lines: readonly DiscountableLine[]): Cents[] => {
  if (discount.kind === 'percentage')
    return lines.map((line) =>
      Math.min(discountOnPlan(discount, line.planCode, line.unitPriceCents) * line.quantity, line.leftCents),
    )
  const weights = lines.map((line) => (matchesPlan(discount, line.planCode) ? line.leftCents : 0))
  const matching = sumCents(weights)
  return matching === 0 ? lines.map(() => 0) : allocate(Math.min(discount.value, matching), weights)
}
