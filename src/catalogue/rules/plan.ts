import type { Cents, Currency } from '#shared/money.ts'
import { percentOf, wirePrice } from '#shared/money.ts'
import type { Bundle, PlanRules } from './plan-rules.ts'
import type { Product, ProductFacts } from './product.ts'
import { prefixOf } from './product.ts'

/** One thing that can be bought: a product, its quantity and frequency (spec §3). */
export interface Plan {
  readonly code: string
  readonly id: string
  readonly productId: string
  readonly productName: string
  /** The whole name as on an order: `DS-01 Daily Synbiotic, starter kit, 3 months`. */
  readonly name: string
  readonly priceCents: Cents
  readonly currency: Currency
  readonly maxQuantity: number
  /** Months from one order to the next; null for a one-time purchase. */
  readonly intervalMonths: number | null
  /** A subscription refill plan (spec §3). */
  readonly isSrp: boolean
  /** The plan that the subscription it starts renews as (ruling 10); null when it starts none. */
  readonly renewsAs: string | null
  readonly autoCouponCode: string | null
  readonly supplyDays: number
  readonly capsules: number
  /** The stock that it is taken from, and how much of it. */
  readonly stockProduct: string
  readonly stockQuantity: number
  readonly preorderNote: string | null
  /** False for a gift that is added and removed by its own rule. */
  readonly soldAlone: boolean
  readonly refusedCountries: readonly string[]
  readonly image: string
  /** Position in lists; the lines of a cart have this order. */
  readonly sort: number
  readonly rules: PlanRules
  /** Of the plan of a product that holds them; null for its others. */
  readonly about: ProductFacts | null
}

/** A plan at its price in the default currency, with what it costs in others. */
export interface CataloguePlan {
  readonly plan: Plan
  readonly prices: ReadonlyMap<Currency, Cents>
}

export type Plans = ReadonlyMap<string, Plan>

/** The plans at the prices of a visitor's currency. */
export interface PricedPlans {
  readonly currency: Currency
  readonly plans: Plans
}

export const plansByCode = (plans: readonly Plan[]): Plans => new Map(plans.map((plan) => [plan.code, plan]))

/** The products whose facts a plan holds, in the order of the plans. */
export const productsOf = (plans: Iterable<Plan>): Product[] =>
  [...plans].flatMap(({ about, code, productId, productName }) =>
    about === null
      ? []
      : [{ ...about, id: productId, name: productName, prefix: prefixOf(code), plan: code }],
  )

/** The bundle with this code; null when no bundle has it. */
export const bundleOf = (plans: Plans, code: string): Bundle | null =>
  [...plans.values()].find(({ rules }) => rules.bundle?.code === code)?.rules.bundle ?? null

/** The plan a subscription renews as, with its facts; null for a one-time purchase (ruling 10). */
export const renewalOf = (plan: Plan, plans: Plans): Plan | null =>
  plan.renewsAs === null ? null : (plans.get(plan.renewsAs) ?? null)

/**
 * Price of several months: the discounted monthly price is rounded to cents first, then multiplied (ruling 9).
 * 4999 at 15 % for 6 months: 4249 × 6 = 25494.
 */
export const multiMonthPrice = (monthlyCents: Cents, percentOff: number, months: number): Cents =>
  (monthlyCents - percentOf(monthlyCents, percentOff)) * months

/** Price of a starter kit that is bought once: that of its monthly plan and 20 %, in each currency. 4999 gives 5999. */
export const oneTimePrice = (monthlyCents: Cents): Cents => monthlyCents + percentOf(monthlyCents, 20)

/** A plan in the plans endpoint: the fields of spec §3, then the shop's own. */
export interface PlanOnWire {
  code: string
  price: string
  name: string
  id: string
  isSrp: boolean
  maxQuantity: number
  domesticAttributes: { autoCouponCode: string | null; billingPeriodLength: number | null }
  image: string
  productId: string
  productName: string
  currency: Currency
  renewsAs: string | null
  supplyDays: number
  capsules: number
  preorderNote: string | null
  soldAlone: boolean
  /** It is bought for somebody else, who is named in the cart. */
  isGift: boolean
}

/** `billingPeriodLength` is in months, null for a one-time purchase; `price` is a numeric string (spec §3). */
export const planOnWire = (plan: Plan): PlanOnWire => ({
  code: plan.code,
  price: wirePrice(plan.priceCents, plan.currency),
  name: plan.name,
  id: plan.id,
  isSrp: plan.isSrp,
  maxQuantity: plan.maxQuantity,
  domesticAttributes: { autoCouponCode: plan.autoCouponCode, billingPeriodLength: plan.intervalMonths },
  image: plan.image,
  productId: plan.productId,
  productName: plan.productName,
  currency: plan.currency,
  renewsAs: plan.renewsAs,
  supplyDays: plan.supplyDays,
  capsules: plan.capsules,
  preorderNote: plan.preorderNote,
  soldAlone: plan.soldAlone,
  isGift: plan.rules.isGift,
})
