import { isNoPrice, priceText } from '#shared/money.ts'
import type { Currency } from '#shared/money.ts'
import { ownValue } from '#shared/own-value.ts'
import { couponCode } from './coupon.ts'
import { refusalMessage } from './coupon-messages.ts'

/** What a code is worth, before anything is in a cart. */
export type CodeWorth =
  /** What it takes off one of each plan it matches, as numeric strings. */
  | {
      readonly kind: 'counts'
      readonly discounts: Readonly<Record<string, string>>
      readonly currency: Currency
    }
  | { readonly kind: 'refused'; readonly reason: string }

/** The message next to a plan, for a visitor with a promo code: whether it applies there, or why not. */
export const promoNote = (code: string, worth: CodeWorth, planCode: string): string => {
  const name = `Promo code ${couponCode(code)}`
  if (worth.kind === 'refused') return `${name} doesn’t change the price. ${refusalMessage(worth.reason)}`
  const discount = ownValue(worth.discounts, planCode)
  return discount !== undefined && !isNoPrice(discount)
    ? `${name} takes ${priceText(discount, worth.currency)} off. You’ll see it in your cart.`
    : `${name} doesn’t apply to this plan.`
}
