import type { CouponRefusal } from '#coupon/rules/coupon.ts'

const words: Readonly<Record<CouponRefusal, string>> = {
  unknown: 'We do not know this code.',
  'not-started': 'It does not count yet.',
  expired: 'It has expired.',
  exhausted: 'It has been used up.',
  'already-used': 'It was already used with this email.',
  'no-matching-plan': 'It does not count for anything in your cart.',
  'not-stackable': 'It does not go together with another code.',
}

const isRefusal = (reason: string): reason is CouponRefusal => Object.hasOwn(words, reason)

/** The message of spec §5 with the reason behind it. */
export const refusalWords = (reason: string): string =>
  isRefusal(reason) ? `Invalid promo code. ${words[reason]}` : 'Invalid promo code'
