import { knownPlanCodes } from '#catalogue/server/plans.ts'
import { areTermsFixed, couponState } from '#coupon/rules/coupon-change.ts'
import { buyersWords } from '#coupon/rules/buyers-words.ts'
import type { CouponBuyers } from '#coupon/rules/buyers.ts'
import type { Coupon } from '#coupon/rules/coupon.ts'
import type { ManagedCoupon } from '#coupon/server/managed-coupons.ts'
import { countries } from '#location/rules/countries.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import { ShopError } from '#shared/errors.ts'
import { parsePrice, wirePrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import type { CouponTerms, DeskCoupon } from '../coupon-endpoints.ts'

const invalid = (field: string, message: string): ShopError =>
  new ShopError('VALIDATION_ERROR', { fields: { [field]: message } })

const percentFrom = (value: string): number => {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(value) || Number(value) <= 0 || Number(value) > 100)
    throw invalid('value', 'Please enter a percentage up to 100.')
  return Number(value)
}

const amountFrom = (field: string, amount: string, currency: Currency): Cents => {
  let cents = 0
  try {
    cents = parsePrice(amount, currency)
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
  }
  if (cents <= 0 || cents > 10_000_000) throw invalid(field, `Please enter an amount in ${currency}.`)
  return cents
}

const requirePlans = async (deps: AppDeps, { plans, buyers }: CouponTerms): Promise<void> => {
  const lists = [
    ['plans', plans],
    ['never_bought', buyers.never_bought],
    ['bought', buyers.bought],
    ['subscribed', buyers.subscribed],
  ] as const
  const known = await knownPlanCodes(
    deps.database,
    lists.flatMap(([, codes]) => codes),
  )
  for (const [field, codes] of lists) {
    const unknown = codes.find((code) => !known.has(code))
    if (unknown !== undefined) throw invalid(field, `There is no plan ${unknown}.`)
  }
}

const buyersFrom = ({ buyers }: CouponTerms): CouponBuyers => {
  const unknown = buyers.countries.find((code) => !countries().some((country) => country.code === code))
  if (unknown !== undefined) throw invalid('countries', `There is no country ${unknown}.`)
  return {
    countries: buyers.countries.length === 0 ? null : [...new Set(buyers.countries)],
    membersOnly: buyers.members_only,
    namedOnly: buyers.named_only,
    firstPurchase: buyers.first_purchase,
    neverBought: [...new Set(buyers.never_bought)],
    bought: [...new Set(buyers.bought)],
    subscribed: [...new Set(buyers.subscribed)],
  }
}

const wireBuyers = (buyers: CouponBuyers): CouponTerms['buyers'] => ({
  first_purchase: buyers.firstPurchase,
  members_only: buyers.membersOnly,
  named_only: buyers.namedOnly,
  countries: [...(buyers.countries ?? [])],
  never_bought: [...buyers.neverBought],
  bought: [...buyers.bought],
  subscribed: [...buyers.subscribed],
})

/** The coupon that was sent, without uses. VALIDATION_ERROR by its field. */
export const couponOf = async (
  deps: AppDeps,
  code: string,
  limit: number | null,
  terms: CouponTerms,
): Promise<Coupon> => {
  await requirePlans(deps, terms)
  if ((terms.duration === 'renewals') !== (terms.renewals !== null))
    throw invalid('renewals', 'Please enter a number of renewals, and only then.')
  const isPercentage = terms.kind === 'percentage'
  return {
    code,
    kind: terms.kind,
    value: isPercentage ? percentFrom(terms.value) : amountFrom('value', terms.value, defaultCurrency),
    amounts: new Map(
      isPercentage
        ? []
        : terms.amounts.map(({ currency, amount }) => [
            currency,
            amountFrom(`amount_${currency.toLowerCase()}`, amount, currency),
          ]),
    ),
    plans: terms.plans.length === 0 ? 'all' : [...new Set(terms.plans)],
    stackable: terms.stackable,
    hidden: false,
    maxRedemptions: limit,
    redeemed: 0,
    startsAt: terms.starts_at === null ? null : Temporal.Instant.from(terms.starts_at),
    expiresAt: terms.ends_at === null ? null : Temporal.Instant.from(terms.ends_at),
    oncePerAccount: terms.once_per_account,
    duration: terms.duration,
    renewals: terms.renewals,
    buyers: buyersFrom(terms),
  }
}

/** What a coupon gives, as it is sent and read. */
export const wireTerms = (coupon: Coupon): CouponTerms => ({
  kind: coupon.kind,
  value: coupon.kind === 'fixed' ? wirePrice(coupon.value, defaultCurrency) : String(coupon.value),
  amounts: [...coupon.amounts].map(([currency, cents]) => ({ currency, amount: wirePrice(cents, currency) })),
  plans: coupon.plans === 'all' ? [] : [...coupon.plans],
  buyers: wireBuyers(coupon.buyers),
  stackable: coupon.stackable,
  once_per_account: coupon.oncePerAccount,
  duration: coupon.duration,
  renewals: coupon.renewals,
  starts_at: coupon.startsAt?.toString() ?? null,
  ends_at: coupon.expiresAt?.toString() ?? null,
})

export const wireDeskCoupon = (
  { coupon, version, uses, usesOfToday, people }: ManagedCoupon,
  now: Temporal.Instant,
): DeskCoupon => ({
  ...wireTerms(coupon),
  code: coupon.code,
  version,
  limit: coupon.maxRedemptions,
  is_hidden: coupon.hidden,
  state: couponState(coupon, now),
  uses,
  uses_today: usesOfToday,
  people,
  are_terms_fixed: coupon.hidden || areTermsFixed(coupon, now),
})

/** What the log says of a coupon. */
export const auditedCoupon = (coupon: Coupon) => ({
  ...wireTerms(coupon),
  amounts: [...coupon.amounts]
    .map(([currency, cents]) => `${wirePrice(cents, currency)} ${currency}`)
    .join(', '),
  plans: coupon.plans === 'all' ? 'all' : coupon.plans.join(', '),
  buyers: buyersWords(coupon.buyers).join('; ') || 'everybody',
  limit: coupon.maxRedemptions,
})
