import type { Cents } from '#shared/money.ts'
import { couponCode } from './coupon.ts'

/** Default of the code that the quiz gives (spec §9). */
export const defaultQuizCode = 'DS-01-25-OFF'

/** 12.4975, a quarter of the adult kit: a discount at most this high is replaced by the quiz code (spec §9). */
const maxReplacedDiscountCents = 1249.75

export const containsQuizCode = (code: string, quizCode: string = defaultQuizCode): boolean =>
  couponCode(code).includes(couponCode(quizCode))

/**
 * The code to save for a link (spec §4, ruling 12). A code other than the quiz code replaces the earlier one. Otherwise
 * the discount that the earlier code gives on syn-wk decides: at most 12.4975, or unknown (null), and the quiz code
 * replaces it; more, and the earlier code stays.
 */
export const codeFromLink = (
  link: { readonly code: string; readonly quizCode?: string },
  earlier: { readonly code: string; readonly discountOnAdultKit: Cents | null } | null,
): string => {
  const quizCode = link.quizCode ?? defaultQuizCode
  if (!containsQuizCode(link.code, quizCode)) return link.code.trim()
  if (earlier === null || earlier.discountOnAdultKit === null) return quizCode
  return earlier.discountOnAdultKit <= maxReplacedDiscountCents ? quizCode : earlier.code
}
