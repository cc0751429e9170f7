import { buyersWords } from '#coupon/rules/buyers-words.ts'
import { priceText } from '#shared/money.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import type { CouponTerms } from '../coupon-endpoints.ts'

const durations = { once: 'first order', forever: 'every order' } as const

/** `10%, first order`, `$15.00, 3 renewals too`. */
export const givesText = ({ kind, value, duration, renewals }: CouponTerms): string =>
  [
    kind === 'percentage' ? `${value}%` : priceText(value, defaultCurrency),
    duration === 'renewals' ? `${renewals} renewals too` : durations[duration],
  ].join(', ')

/** `all plans`, `syn-wk`, `syn-wk and 2 more`. */
export const plansText = ({ plans }: Pick<CouponTerms, 'plans'>): string => {
  const [first, ...more] = plans
  if (first === undefined) return 'all plans'
  return more.length === 0 ? first : `${first} and ${more.length} more`
}

/** `everybody`, `first purchase only; ships to US`. */
export const buyersText = ({ buyers }: Pick<CouponTerms, 'buyers'>): string =>
  buyersWords({
    firstPurchase: buyers.first_purchase,
    membersOnly: buyers.members_only,
    namedOnly: buyers.named_only,
    countries: buyers.countries,
    neverBought: buyers.never_bought,
    bought: buyers.bought,
    subscribed: buyers.subscribed,
  }).join('; ') || 'everybody'

export const usesText = (uses: number, limit: number | null): string =>
  limit === null
    ? uses.toLocaleString('en-US')
    : `${uses.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')}`
