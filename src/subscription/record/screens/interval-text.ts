import { subscriptionMessages } from '../../messages/subscription-messages.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

/** The frequency as shown after a price: `monthly`, `every 3 months`. */
export const frequencyText = (intervalMonths: number, locale: Locale = defaultLocale): string => {
  const t = subscriptionMessages.in(locale)
  return intervalMonths === 1 ? t('monthly') : t('everyMonths', { count: intervalMonths })
}

/** How far a day is: `today`, `tomorrow`, `in 12 days`; empty for one that has passed. */
export const relativeDayText = (days: number, locale: Locale = defaultLocale): string => {
  const t = subscriptionMessages.in(locale)

  if (days < 0) return ''
  if (days === 0) return t('today')
  return days === 1 ? t('tomorrow') : t('inDays', { count: days })
}
