import { matchesPlan } from '../../pricing/rules/discount.ts'
import type { Discount } from '../../pricing/rules/discount.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import type { Cents, Currency } from '#shared/money.ts'

/** A code with its facts. */
export interface Coupon extends Discount {
  readonly code: string
  /** What a fixed one takes off in other currencies than the default, in which `value` is; without a row, nothing. */
  readonly amounts: ReadonlyMap<Currency, Cents>
  /** Can be combined with another code. */
  readonly stackable: boolean
  /** Set by the shop's own rules; nobody can enter it. */
  readonly hidden: boolean
  readonly maxRedemptions: number | null
  readonly redeemed: number
  readonly startsAt: Temporal.Instant | null
  readonly expiresAt: Temporal.Instant | null
  readonly oncePerAccount: boolean
  /** `forever`: applies to every renewal; `renewals`: to the given number of them. */
  readonly duration: 'once' | 'renewals' | 'forever'
  /** How many renewals it counts for, after the first order; null unless `duration` is `renewals`. */
  readonly renewals: number | null
}

/** Why a code does nothing. Towards the buyer each is INVALID_COUPON with this reason. */
export type CouponRefusal =
  | 'unknown'
  | 'not-started'
  | 'expired'
  | 'exhausted'
  | 'already-used'
  | 'other-currency'
  | 'no-matching-plan'
  | 'not-stackable'
  | 'too-many'

/** Codes ignore case and surrounding space; the shop writes them in capitals. */
export const couponCode = (entered: string): string => entered.trim().toUpperCase()

/**
 * The coupon as it counts in a currency: a percentage as it is, a fixed one with the amount it names for it. Null where it names
 * none: 10 dollars off are not 10 euros off.
 */
export const couponIn = <C extends Pick<Coupon, 'kind' | 'value' | 'amounts'>>(
  coupon: C,
  currency: Currency,
): C | null => {
  if (coupon.kind === 'percentage' || currency === defaultCurrency) return coupon
  const value = coupon.amounts.get(currency)
  return value === undefined ? null : { ...coupon, value }
}

/** Where a code comes from: typed or linked by the buyer, set by a rule of the shop, or by a plan itself. */
export type CouponSource = 'promo-code' | 'stackable' | 'automatic'

/** An offered code, with its coupon. */
export interface CouponOffer {
  readonly code: string
  readonly source: CouponSource
  readonly coupon: Coupon | null
  /** By this e-mail, in another order; false while the buyer is not known. */
  readonly alreadyUsed: boolean
}

export interface RefusedCoupon {
  readonly code: string
  readonly source: CouponSource
  readonly reason: CouponRefusal
}

/** Why the code cannot apply at all, whatever is in the cart; null when it can. */
export const refusalOutright = (
  offer: CouponOffer,
  now: Temporal.Instant,
  currency: Currency,
): CouponRefusal | null => {
  const { coupon, source } = offer
  if (coupon === null || (coupon.hidden && source === 'promo-code')) return 'unknown'
  if (coupon.startsAt !== null && Temporal.Instant.compare(now, coupon.startsAt) < 0) return 'not-started'
  if (coupon.expiresAt !== null && Temporal.Instant.compare(now, coupon.expiresAt) >= 0) return 'expired'
  if (coupon.maxRedemptions !== null && coupon.redeemed >= coupon.maxRedemptions) return 'exhausted'
  if (coupon.oncePerAccount && offer.alreadyUsed) return 'already-used'
  if (couponIn(coupon, currency) === null) return 'other-currency'
  return null
}

/** What a cart is, as far as it decides which codes count. */
interface JudgedCart {
  readonly planCodes: readonly string[]
  readonly now: Temporal.Instant
  readonly currency: Currency
}

export interface AcceptedCoupon {
  /** As it counts in the cart's currency. */
  readonly coupon: Coupon
  readonly source: CouponSource
}

export interface JudgedCoupons {
  /** In the order in which they are taken off. */
  readonly accepted: readonly AcceptedCoupon[]
  readonly refused: readonly RefusedCoupon[]
}

const refusalOf = (
  offer: CouponOffer,
  { planCodes, now, currency }: JudgedCart,
  accepted: readonly AcceptedCoupon[],
): CouponRefusal | null => {
  const outright = refusalOutright(offer, now, currency)
  const { coupon } = offer
  if (outright !== null || coupon === null) return outright ?? 'unknown'
  if (!planCodes.some((code) => matchesPlan(coupon, code))) return 'no-matching-plan'
  if (accepted.some((other) => other.coupon.code === coupon.code)) return 'not-stackable'
  if (!coupon.stackable && accepted.some((other) => !other.coupon.stackable)) return 'not-stackable'
  return null
}

/**
 * Which of the offered codes apply to these plans. Offers are decided in the order given, so the first code that cannot
 * be combined excludes the others of its kind. Discounts are applied in this order: the one that cannot be combined,
 * then the stackable ones as offered.
 */
export const judgeCoupons = (offers: readonly CouponOffer[], cart: JudgedCart): JudgedCoupons => {
  const accepted: AcceptedCoupon[] = []
  const refused: RefusedCoupon[] = []
  for (const offer of offers) {
    const reason = refusalOf(offer, cart, accepted)
    const coupon = offer.coupon && couponIn(offer.coupon, cart.currency)
    if (reason === null && coupon !== null) accepted.push({ coupon, source: offer.source })
    else refused.push({ code: offer.code, source: offer.source, reason: reason ?? 'unknown' })
  }
  const first = accepted.filter(({ coupon }) => !coupon.stackable)
  return { accepted: [...first, ...accepted.filter(({ coupon }) => coupon.stackable)], refused }
}
