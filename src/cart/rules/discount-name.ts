import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { cartMessages } from '../messages/cart-messages.ts'

interface NamedDiscount {
  readonly code: string
  /** Why it was taken off: the `DeductionReason` of the price. */
  readonly reason: string
}

/** The name of a discount for the buyer: their own code as it is, the shop's own reasons by a word. */
export const discountName = ({ code, reason }: NamedDiscount, locale: Locale = defaultLocale): string => {
  switch (reason) {
    case 'bundle':
    case 'stackable':
    case 'automatic':
      return cartMessages.in(locale)(reason)
    default:
      return code
  }
}
