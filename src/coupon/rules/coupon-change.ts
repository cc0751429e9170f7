import type { CouponBuyers } from './buyers.ts'
import type { Coupon } from './coupon.ts'

/** The same for the same conditions, in whatever order they were chosen. */
const buyersKey = (buyers: CouponBuyers) => ({
  ...buyers,
  countries: buyers.countries?.toSorted() ?? null,
  neverBought: buyers.neverBought.toSorted(),
  bought: buyers.bought.toSorted(),
  subscribed: buyers.subscribed.toSorted(),
})

/** What a coupon gives, to what, and for how long: buyers and members rely on it from its start on. */
const termsOf = (coupon: Coupon): string =>
  JSON.stringify([
    coupon.kind,
    coupon.value,
    [...coupon.amounts].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    coupon.plans === 'all' ? 'all' : [...coupon.plans].toSorted(),
    coupon.stackable,
    coupon.oncePerAccount,
    coupon.duration,
    coupon.renewals,
    coupon.startsAt?.toString() ?? null,
    buyersKey(coupon.buyers),
  ])

/** Minutes before its start from which on a coupon is as good as started: a change takes a moment. */
const minutesToChange = 1

/** Whether only its end and its limit can still be changed. */
export const areTermsFixed = ({ startsAt }: Pick<Coupon, 'startsAt'>, now: Temporal.Instant): boolean =>
  startsAt === null || Temporal.Instant.compare(startsAt, now.add({ minutes: minutesToChange })) <= 0

/** A field of the form, and why it cannot be as it was sent. */
export interface CouponProblem {
  readonly field: 'terms' | 'limit' | 'ends_at'
  readonly message: string
}

const isUntil = (end: Temporal.Instant | null, moment: Temporal.Instant | null): boolean =>
  end !== null && moment !== null && Temporal.Instant.compare(end, moment) <= 0

/** Why a coupon cannot be made; null when it can. */
export const newCouponProblem = (
  { startsAt, expiresAt }: Coupon,
  now: Temporal.Instant,
): CouponProblem | null => {
  if (isUntil(expiresAt, now)) return { field: 'ends_at', message: 'It would have ended already.' }
  return isUntil(expiresAt, startsAt) ? { field: 'ends_at', message: 'It would end before it starts.' } : null
}

/**
 * Why a coupon cannot become another one; null when it can. A limit is exact only when every use was counted from the
 * beginning, so it neither comes nor goes once the coupon has started.
 */
export const couponChangeProblem = (
  stored: Coupon,
  wanted: Coupon,
  now: Temporal.Instant,
): CouponProblem | null => {
  const { expiresAt, maxRedemptions: limit } = wanted
  // What has an end in the past is ended, also before its start.
  const dates = isUntil(expiresAt, now) ? null : newCouponProblem(wanted, now)
  if (dates !== null) return dates
  if (!areTermsFixed(stored, now)) return null
  if (termsOf(stored) !== termsOf(wanted))
    return {
      field: 'terms',
      message: 'It has started: only its end and its limit can be changed. End it and make another one.',
    }
  if ((limit === null) !== (stored.maxRedemptions === null))
    return {
      field: 'limit',
      message:
        limit === null
          ? 'A coupon with a limit keeps one. Please enter a higher number.'
          : 'Its uses were not counted from the beginning, so it cannot get a limit. End it and make another one.',
    }
  if (limit !== null && limit < stored.redeemed)
    return { field: 'limit', message: `It has ${stored.redeemed} uses already.` }
  return null
}

export const couponStates = ['running', 'coming', 'ended'] as const

export type CouponState = (typeof couponStates)[number]

/** Whether a coupon can be used now, later, or no more. */
export const couponState = (
  { startsAt, expiresAt, maxRedemptions, redeemed }: Coupon,
  now: Temporal.Instant,
): CouponState => {
  if (isUntil(expiresAt, now)) return 'ended'
  if (maxRedemptions !== null && redeemed >= maxRedemptions) return 'ended'
  return startsAt !== null && Temporal.Instant.compare(startsAt, now) > 0 ? 'coming' : 'running'
}
