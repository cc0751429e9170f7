import { subscriptionMessages } from '../../messages/subscription-messages.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

/** How a subscription with this many remaining orders ends; null without an end, and for one that has ended. */
export const endText = (remainingOrders: number | null, locale: Locale = defaultLocale): string | null => {
  const t = subscriptionMessages.in(locale)

  if (remainingOrders === null || remainingOrders === 0) return null
  if (remainingOrders === 1) return t('afterNext')
  return t('afterMore', { count: remainingOrders })
}

/** The same as a sentence for a change preview; `isOrdered`: an order is charged at once. */
export const endMessage = (
  remainingOrders: number | null,
  isOrdered: boolean,
  locale: Locale = defaultLocale,
): string | null => {
  const t = subscriptionMessages.in(locale)

  if (remainingOrders === null) return null
  if (remainingOrders === 0) return isOrdered ? t('endsNow') : null
  if (remainingOrders === 1) return t('endsNext')
  return t('endsAfter', { count: remainingOrders })
}
