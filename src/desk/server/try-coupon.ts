import { everybody, needsMember, shownRefusal } from '#coupon/rules/buyers.ts'
import type { CouponBuyers } from '#coupon/rules/buyers.ts'
import { checksUntil, countsOnce, judgeCoupons } from '#coupon/rules/coupon.ts'
import type { Coupon, CouponRefusal } from '#coupon/rules/coupon.ts'
import { refusalMessage } from '#coupon/rules/coupon-messages.ts'
import { couponOffers } from '#coupon/server/coupons.ts'
import type { AppDeps } from '#platform/app-deps.ts'
import type { Currency } from '#shared/money.ts'

interface Trial {
  readonly code: string
  /** Of the buyer; empty while nobody is known. */
  readonly email: string
  /** In the cart; empty for a plan that nothing is for. */
  readonly plan: string
  /** A code that is entered before; empty for none. */
  readonly other: string
  readonly currency: Currency
  /** Signed in. */
  readonly member: boolean
  /** To which it ships. */
  readonly country: string
}

const usesLeft = ({ maxRedemptions, redeemed }: Coupon): string =>
  maxRedemptions === null
    ? 'It has no limit'
    : `It has uses left: ${Math.max(0, maxRedemptions - redeemed).toLocaleString('en-US')} of ${maxRedemptions.toLocaleString('en-US')}`

const ofPlans = (codes: readonly string[], text: string, otherwise: string): string =>
  codes.length === 0 ? otherwise : `${text} ${codes.join(', ')}`

/** What is asked about the buyer; while nobody is named, what depends on an email passes. */
const buyerTexts = (
  buyers: CouponBuyers,
  { email, country }: Pick<Trial, 'email' | 'country'>,
): Readonly<Record<string, string>> => {
  const unless = email === '' ? ' (nobody is named, so it is decided with the purchase)' : ''
  return {
    'other-country':
      buyers.countries === null ? 'It counts in all countries' : `It counts in ${country || 'no country'}`,
    'members-only': needsMember(buyers) ? 'Members only: the buyer is signed in' : 'Nobody needs to sign in',
    'not-named': buyers.namedOnly ? `The buyer is on its list${unless}` : 'It has no list of people',
    'first-purchase': buyers.firstPurchase
      ? `It is the first purchase${unless}`
      : 'Not only for a first purchase',
    'bought-before': ofPlans(
      buyers.neverBought,
      `Never bought${unless}:`,
      'Nobody is excluded for what they bought',
    ),
    'not-bought': ofPlans(buyers.bought, `Bought one of${unless}:`, 'Nothing needs to have been bought'),
    'not-subscribed': ofPlans(
      buyers.subscribed,
      `Subscribed to one of${unless}:`,
      'No subscription is needed',
    ),
  }
}

/** What each check asks, in words that are true when it passes. */
const checkTexts = (
  coupon: Coupon | null,
  { email, currency, country }: Trial,
): Readonly<Record<string, string>> => ({
  unknown: 'It exists, and buyers can enter it',
  'not-started': 'It has started',
  expired: 'It has not ended',
  exhausted: coupon === null ? 'It has uses left' : usesLeft(coupon),
  'already-used':
    coupon !== null && countsOnce(coupon)
      ? email === ''
        ? 'Once for each buyer: nobody is named, so nobody has used it'
        : 'Once for each buyer: this one has not used it'
      : 'Buyers may use it more than once',
  ...buyerTexts(coupon?.buyers ?? everybody, { email, country }),
  'other-currency': `It counts in ${currency}`,
  'no-matching-plan': 'Something in the cart takes it',
  'not-stackable': 'It goes with the other code',
})

/** Asks the shop's own rule whether a cart takes a code: what was checked, in order, and why it refuses; null when it does not. */
export const tryCoupon = async (deps: AppDeps, trial: Trial) => {
  const codes = [trial.other, trial.code].filter((code) => code !== '')
  const offers = await couponOffers(
    deps.database,
    codes.map((code) => ({ code, source: 'promo-code' as const })),
    { email: trial.email || null, checkoutId: null, isMember: trial.member, country: trial.country },
  )
  const { refused } = judgeCoupons(offers, {
    planCodes: [trial.plan],
    now: deps.clock.now(),
    currency: trial.currency,
  })
  const refusal: CouponRefusal | null = refused.find(({ code }) => code === trial.code)?.reason ?? null
  const texts = checkTexts(offers.at(-1)?.coupon ?? null, trial)
  return {
    checks: checksUntil(refusal).map((check) => ({ ...check, text: texts[check.reason] ?? check.reason })),
    message: refusal === null ? null : refusalMessage(shownRefusal(refusal, trial.member)),
  }
}
