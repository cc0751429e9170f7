import { matchesPlan } from '../../pricing/rules/discount.ts'
import type { Discount } from '../../pricing/rules/discount.ts'
import { areNew, buyerChecks } from './buyers.ts'
import type { BuyerRefusal, CouponBuyer, CouponBuyers } from './buyers.ts'
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
  readonly buyers: CouponBuyers
}

/** Why a code does nothing. Towards the buyer each is INVALID_COUPON with this reason. */
export type CouponRefusal =
  | 'unknown'
  | 'not-started'
  | 'expired'
  | 'exhausted'
  | 'already-used'
  | BuyerRefusal
  | 'not-for-email'
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
  /** Null where nobody in particular asks: then everybody may use it. */
  readonly buyer: CouponBuyer | null
}

export interface RefusedCoupon {
  readonly code: string
  readonly source: CouponSource
  readonly reason: CouponRefusal
}

/** Whether one mailbox can use it once only. */
export const countsOnce = ({ oncePerAccount, buyers }: Coupon): boolean => oncePerAccount || areNew(buyers)

/** What an offer is checked for, whatever is in the cart, in this order; the first that fails is the reason. */
const outrightChecks: readonly (readonly [
  reason: CouponRefusal,
  fails: (coupon: Coupon, offer: CouponOffer, now: Temporal.Instant, currency: Currency) => boolean,
])[] = [
  ['unknown', ({ hidden }, { source }) => hidden && source === 'promo-code'],
  ['not-started', ({ startsAt }, _, now) => startsAt !== null && Temporal.Instant.compare(now, startsAt) < 0],
  ['expired', ({ expiresAt }, _, now) => expiresAt !== null && Temporal.Instant.compare(now, expiresAt) >= 0],
  ['exhausted', ({ maxRedemptions, redeemed }) => maxRedemptions !== null && redeemed >= maxRedemptions],
  ['already-used', (coupon, { alreadyUsed }) => countsOnce(coupon) && alreadyUsed],
  ...buyerChecks.map(
    ([reason, fails]) =>
      [
        reason,
        ({ code, buyers }: Coupon, { buyer }: CouponOffer) =>
          buyer !== null && fails({ code, buyers, buyer }, buyer.history),
      ] as const,
  ),
  ['other-currency', (coupon, _offer, _now, currency) => couponIn(coupon, currency) === null],
]

/** Why the code cannot apply at all, whatever is in the cart; null when it can. */
export const refusalOutright = (
  offer: CouponOffer,
  now: Temporal.Instant,
  currency: Currency,
): CouponRefusal | null => {
  const { coupon } = offer
  if (coupon === null) return 'unknown'
  return outrightChecks.find(([, fails]) => fails(coupon, offer, now, currency))?.[0] ?? null
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

/** What a code is checked for in a cart, once it can apply at all, in this order. */
const cartChecks: readonly (readonly [
  reason: CouponRefusal,
  fails: (coupon: Coupon, cart: JudgedCart, accepted: readonly AcceptedCoupon[]) => boolean,
])[] = [
  ['no-matching-plan', (coupon, { planCodes }) => !planCodes.some((code) => matchesPlan(coupon, code))],
  [
    'not-stackable',
    ({ code, stackable }, _, accepted) =>
      accepted.some((other) => other.coupon.code === code || (!stackable && !other.coupon.stackable)),
  ],
]

const refusalOf = (
  offer: CouponOffer,
  cart: JudgedCart,
  accepted: readonly AcceptedCoupon[],
): CouponRefusal | null => {
  const { coupon } = offer
  const outright = refusalOutright(offer, cart.now, cart.currency)
  if (outright !== null || coupon === null) return outright ?? 'unknown'
  return cartChecks.find(([, fails]) => fails(coupon, cart, accepted))?.[0] ?? null
}

/** The reasons for which a cart can refuse a code, in the order in which they are asked. */
const checkedReasons: readonly CouponRefusal[] = [...outrightChecks, ...cartChecks].map(([reason]) => reason)

export interface CouponCheck {
  readonly reason: CouponRefusal
  /** What came after the one that failed was not asked. */
  readonly outcome: 'passed' | 'failed' | 'not-checked'
}

/** The checks that led to a refusal, or to none, in their order. */
export const checksUntil = (refusal: CouponRefusal | null): readonly CouponCheck[] => {
  const failedAt = refusal === null ? checkedReasons.length : checkedReasons.indexOf(refusal)
  return checkedReasons.map((reason, at) => ({
    reason,
    outcome: at < failedAt ? 'passed' : at === failedAt ? 'failed' : 'not-checked',
  }))
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
