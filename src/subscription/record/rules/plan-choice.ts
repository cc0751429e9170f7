import { refusedLines } from '#cart/rules/cart-lines.ts'
import type { Plan, Plans } from '#catalogue/rules/plan.ts'
import { ShopError } from '#shared/errors.ts'

/** A refill that renews as itself: a plan that a subscription can have. */
export const isRefill = (plan: Plan): boolean =>
  plan.isSrp && plan.soldAlone && plan.renewsAs === plan.code && plan.intervalMonths !== null

/** What can be added once to an order: one-time products in stock, and a month's refill. */
export const isAddOn = (plan: Plan): boolean =>
  plan.soldAlone &&
  plan.preorderNote === null &&
  (plan.intervalMonths === null || (isRefill(plan) && plan.intervalMonths === 1))

/** The refills of a product, by how often they come. */
export const frequenciesOf = (plans: Plans, plan: Plan): Plan[] =>
  [...plans.values()]
    .filter((other) => isRefill(other) && other.productId === plan.productId)
    .sort((a, b) => (a.intervalMonths ?? 0) - (b.intervalMonths ?? 0))

/** PRODUCT_NOT_FOUND for an unknown code. */
export const findPlan = (plans: Plans, code: string): Plan => {
  const plan = plans.get(code)
  if (!plan) throw new ShopError('PRODUCT_NOT_FOUND')
  return plan
}

/** Throws the error of spec §8 when the country does not take the plan, or not as many of it. */
export const checkPlanInCountry = (country: string, plan: Plan, quantity: number): void => {
  const [refusedLine] = refusedLines([{ plan, quantity, renewal: null }], country)
  if (refusedLine) throw new ShopError(refusedLine.error, { data: { plan_code: refusedLine.planCode } })
}
