import type { Locale } from '#shared/locale.ts'
import { shippingMessages } from '../messages/shipping-messages.ts'

const keys = ['free', 'expedited', 'abroad'] as const

/** The stored English name of a shipping method as its buyer reads it; a name that is not the shop's own stays. */
export const shippingLabel = (label: string, locale: Locale): string => {
  const key = keys.find((one) => shippingMessages.texts.en[one] === label)
  return key === undefined ? label : shippingMessages.in(locale)(key)
}
