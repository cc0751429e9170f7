import type { Cents, Currency } from '#shared/money.ts'
import { parsePrice } from '#shared/money.ts'
import type { WireRange } from '#shared/date-range.ts'
import { ownValue } from '#shared/own-value.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { productMessages } from '../messages/product-messages.ts'

/** The fields of the plans endpoint that a choice of plans shows. */
export interface OfferedPlan {
  readonly code: string
  readonly price: string
  readonly currency: Currency
  readonly renewsAs: string | null
  readonly preorderNote: string | null
  readonly capsules: number
  readonly isGift: boolean
  readonly domesticAttributes: { readonly billingPeriodLength: number | null }
}

/** When something ordered now arrives. */
export interface Arrivals {
  readonly in_stock: WireRange
  readonly made_to_order: WireRange
}

export type OfferedPlans = Readonly<Record<string, OfferedPlan>>

/** One row of the choice: how much, how often, what it costs now and later. Amounts in cents. */
export interface PlanOption {
  readonly code: string
  readonly months: number
  readonly capsules: number
  readonly priceCents: Cents
  readonly monthlyCents: Cents
  /** Rounded to the nearest cent: each month of a plan is thirty days of capsules. */
  readonly dailyCents: Cents
  readonly currency: Currency
  /** Percent saved compared with the monthly plan of the same choice; 0 for none. */
  readonly savingPercent: number
  /** What renews and at which price (ruling 10); null for a one-time purchase. */
  readonly renewal: { readonly priceCents: Cents; readonly months: number } | null
  /** When it arrives if it is ordered now; null where the shop does not ship to. */
  readonly arrives: WireRange | null
  /** It is bought for somebody else, who is named in the cart. */
  readonly isGift: boolean
}

const monthsOf = (plan: OfferedPlan): number => plan.domesticAttributes.billingPeriodLength ?? 1

const renewalOf = (plan: OfferedPlan, plans: OfferedPlans): PlanOption['renewal'] => {
  const next = plan.renewsAs === null ? undefined : ownValue(plans, plan.renewsAs)
  return next ? { priceCents: parsePrice(next.price, next.currency), months: monthsOf(next) } : null
}

const arrivalOf = ({ isGift, preorderNote }: OfferedPlan, arrivals: Arrivals | null): WireRange | null => {
  // A gift ships when it is claimed.
  if (arrivals === null || isGift) return null
  return preorderNote === null ? arrivals.in_stock : arrivals.made_to_order
}

/** The options of one choice in the order given; codes that are not sold now are omitted. */
export const planOptions = (
  codes: readonly string[],
  plans: OfferedPlans,
  arrivals: Arrivals | null,
): PlanOption[] => {
  const offered = codes.flatMap((code) => ownValue(plans, code) ?? [])
  const monthly = offered.map((plan) => parsePrice(plan.price, plan.currency) / monthsOf(plan))
  const highestMonthly = Math.max(...monthly)
  return offered.map((plan, at) => ({
    code: plan.code,
    months: monthsOf(plan),
    capsules: plan.capsules,
    priceCents: parsePrice(plan.price, plan.currency),
    monthlyCents: Math.round(monthly[at] ?? 0),
    dailyCents: Math.round((monthly[at] ?? 0) / 30),
    currency: plan.currency,
    savingPercent: Math.round((1 - (monthly[at] ?? 0) / highestMonthly) * 100),
    renewal: renewalOf(plan, plans),
    arrives: arrivalOf(plan, arrivals),
    isGift: plan.isGift,
  }))
}

/** `1 month`, `3 months`. */
export const durationText = (months: number, locale: Locale = defaultLocale): string =>
  productMessages.in(locale)('months', { months })
