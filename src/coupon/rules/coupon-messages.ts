import { wirePrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import type { CouponRefusal } from './coupon.ts'
import type { DiscountReply } from './discount-reply.ts'

/** Why a code takes nothing off, in a sentence; the last three are said by checkout and subscriptions. */
const refusals: Readonly<Record<CouponRefusal | 'first-order-only' | 'nothing-to-pay', string>> = {
  unknown: 'We don’t recognize this code.',
  'not-started': 'This code isn’t valid yet.',
  expired: 'This code has expired.',
  exhausted: 'This code has reached its limit.',
  'already-used': 'This code was already used with your email.',
  'other-country': 'It isn’t valid for this country.',
  'members-only': 'Please sign in to use this code.',
  'not-named': 'This code was made for other people.',
  'first-purchase': 'It’s for a first purchase only.',
  'bought-before': 'It’s for people who haven’t bought this before.',
  'not-bought': 'It’s for people who have bought something else before.',
  'not-subscribed': 'It’s for people with another subscription.',
  'not-for-email': 'This code can’t be used with this email.',
  'other-currency': 'It isn’t valid in this currency.',
  'no-matching-plan': 'It doesn’t apply to the items in your cart.',
  'not-stackable': 'It can’t be combined with another code.',
  'too-many': 'You can use up to four codes per order.',
  'first-order-only': 'It’s for first orders only.',
  'nothing-to-pay': 'It would bring the total to zero, but renewals need a card.',
}

const isRefusal = (reason: string): reason is keyof typeof refusals => Object.hasOwn(refusals, reason)

/** The sentence for a refusal by its reason. */
export const refusalMessage = (reason: string): string =>
  isRefusal(reason) ? refusals[reason] : 'It doesn’t change the price.'

/** A refusal with its message, the same in every endpoint. */
export const withRefusalMessage = ({ code, reason }: { readonly code: string; readonly reason: string }) => ({
  code,
  reason,
  message: refusalMessage(reason),
})

/** Why something was taken off, in a sentence. */
export const discountMessage = ({
  code,
  reason,
}: {
  readonly code: string
  readonly reason: string
}): string => {
  switch (reason) {
    case 'bundle':
      return 'Discount for two kits. It applies while both are in your cart.'
    case 'stackable':
      return 'Comes with your offer and can be combined with another code.'
    case 'automatic':
      return 'Included with this plan.'
    case 'forever':
      return `Your code ${code} applies to every order.`
    case 'renewals':
      return `Your code ${code} applies to this order too.`
    default:
      return `Your code ${code}.`
  }
}

interface GivenDiscount {
  readonly code: string
  readonly reason: string
  readonly cents: Cents
}

/** A discount with its message, the same in every endpoint. */
export const wireDiscount = ({ code, reason, cents }: GivenDiscount, currency: Currency): DiscountReply => ({
  code,
  reason,
  message: discountMessage({ code, reason }),
  amount: wirePrice(cents, currency),
  currency,
})
