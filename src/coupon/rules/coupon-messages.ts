import { wirePrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import type { CouponRefusal } from './coupon.ts'
import type { DiscountReply } from './discount-reply.ts'

/** Why a code takes nothing off, in a sentence; the last three are said by checkout and subscriptions. */
const refusals: Readonly<Record<CouponRefusal | 'first-order-only' | 'nothing-to-pay', string>> = {
  unknown: 'We do not know this code.',
  'not-started': 'It is not valid yet.',
  expired: 'It has expired.',
  exhausted: 'It has been used up.',
  'already-used': 'It was already used with this email.',
  'other-currency': 'It does not count in this currency.',
  'no-matching-plan': 'It does not count for anything here.',
  'not-stackable': 'It does not go together with another code.',
  'too-many': 'No more than four codes go on one order.',
  'first-order-only': 'It counts for a first order only.',
  'nothing-to-pay': 'It leaves nothing to pay, and the renewals need a card that was checked.',
}

const isRefusal = (reason: string): reason is keyof typeof refusals => Object.hasOwn(refusals, reason)

/** The sentence for a refusal by its reason. */
export const refusalMessage = (reason: string): string =>
  isRefusal(reason) ? refusals[reason] : 'It takes nothing off.'

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
      return 'Two together: counts while both stay.'
    case 'stackable':
      return 'Comes with VS-01, beside any other code.'
    case 'automatic':
      return 'Comes with this plan.'
    case 'forever':
      return `Your code ${code} counts for every order.`
    case 'renewals':
      return `Your code ${code} counts for this order too.`
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
