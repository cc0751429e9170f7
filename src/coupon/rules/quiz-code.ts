import type { Cents, Currency } from '#shared/money.ts'
import { defaultCurrency } from '#shared/shop-currency.ts'
import { couponCode } from './coupon.ts'

/** Default of the code that the quiz gives (spec §9). */
export const defaultQuizCode = 'DS-01-25-OFF'

/** What the kit costs where the visitor is. */
export interface AdultKit {
  readonly currency: Currency
  readonly priceCents: Cents
}

/** 12.4975, a quarter of the adult kit: a discount at most this high is replaced by the quiz code (spec §9). */
const maxReplacedDiscountCents = 1249.75

/** The same in another currency: a quarter of the kit's price there. */
const maxReplaced = ({ currency, priceCents }: AdultKit): Cents =>
  currency === defaultCurrency ? maxReplacedDiscountCents : priceCents / 4

export const containsQuizCode = (code: string, quizCode: string = defaultQuizCode): boolean =>
  couponCode(code).includes(couponCode(quizCode))

/**
 * The code to save for a link (spec §4, ruling 12). A code other than the quiz code replaces the earlier one. Otherwise
 * the discount that the earlier code gives on syn-wk decides: at most 12.4975, or unknown (null), and the quiz code
 * replaces it; more, and the earlier code stays.
 */
export const codeFromLink = (
  link: { readonly code: string; readonly quizCode?: string },
  earlier: {
    readonly code: string
    /** Null where what it gives is not known. */
    readonly onAdultKit: { readonly discountCents: Cents; readonly kit: AdultKit } | null
  } | null,
): string => {
  const quizCode = link.quizCode ?? defaultQuizCode
  if (!containsQuizCode(link.code, quizCode)) return link.code.trim()
  if (earlier === null || earlier.onAdultKit === null) return quizCode
  const { discountCents, kit } = earlier.onAdultKit
  return discountCents <= maxReplaced(kit) ? quizCode : earlier.code
}
