import { wirePrice } from '#shared/money.ts'
import type { Cents, Currency } from '#shared/money.ts'
import type { CouponRefusal } from './coupon.ts'
import type { DiscountReply } from './discount-reply.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { couponMessages } from '../messages/coupon-messages.ts'
import type { PromoNoteTexts } from './promo-note.ts'

/** Why a code takes nothing off, by its key in the catalog; the last three are said by checkout and subscriptions. */
const refusals = {
  unknown: 'unknown',
  'not-started': 'notStarted',
  expired: 'expired',
  exhausted: 'exhausted',
  'already-used': 'alreadyUsed',
  'other-country': 'otherCountry',
  'members-only': 'membersOnly',
  'not-named': 'notNamed',
  'first-purchase': 'firstPurchase',
  'bought-before': 'boughtBefore',
  'not-bought': 'notBought',
  'not-subscribed': 'notSubscribed',
  'not-for-email': 'notForEmail',
  'other-currency': 'otherCurrency',
  'no-matching-plan': 'noMatchingPlan',
  'not-stackable': 'notStackable',
  'too-many': 'tooMany',
  'first-order-only': 'firstOrderOnly',
  'nothing-to-pay': 'nothingToPay',
} as const satisfies Readonly<Record<CouponRefusal | 'first-order-only' | 'nothing-to-pay', string>>

const isRefusal = (reason: string): reason is keyof typeof refusals => Object.hasOwn(refusals, reason)

/** The sentence for a refusal by its reason. */
export const refusalMessage = (reason: string, locale: Locale = defaultLocale): string =>
  couponMessages.in(locale)(isRefusal(reason) ? refusals[reason] : 'unchanged')

/** A refusal with its message, the same in every endpoint. */
export const withRefusalMessage = ({ code, reason }: { readonly code: string; readonly reason: string }) => ({
  code,
  reason,
  message: refusalMessage(reason),
})

/** Why something was taken off, in a sentence. */
export const discountMessage = (
  { code, reason }: { readonly code: string; readonly reason: string },
  locale: Locale = defaultLocale,
): string => {
  const t = couponMessages.in(locale)
  switch (reason) {
    case 'bundle':
    case 'stackable':
    case 'automatic':
      return t(reason)
    case 'forever':
    case 'renewals':
      return t(reason, { code })
    default:
      return t('entered', { code })
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

/** What a page says about a visitor's code, for the script that knows it: with `{code}`, `{amount}` and `{reason}` in the texts. */
export const promoNoteTexts = (locale: Locale): PromoNoteTexts => {
  const t = couponMessages.in(locale)
  const code = '{code}'
  return {
    takesOff: t('takesOff', { code, amount: '{amount}' }),
    doesNotApply: t('doesNotApplyHere', { code }),
    refused: t('doesNotChange', { code, reason: '{reason}' }),
    reasons: Object.fromEntries(
      [...Object.keys(refusals), 'unchanged'].map((reason) => [reason, refusalMessage(reason, locale)]),
    ),
  }
}
