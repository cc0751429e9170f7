import { longDate } from '#shared/dates.ts'
import type { Subscription } from '../endpoints.ts'
import { subscriptionMessages } from '../messages/subscription-messages.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

const lengthText = (months: number, locale: Locale): string => {
  const t = subscriptionMessages.in(locale)
  return months === 1 ? t('oneMonth') : t('months', { count: months })
}

/** The prepaid term, in a sentence. */
export const prepaidTermText = (
  { months, first_on, last_on, state }: NonNullable<Subscription['prepaidTerm']>,
  locale: Locale = defaultLocale,
): string => {
  const t = subscriptionMessages.in(locale)

  switch (state) {
    case 'running':
      return t('paidThrough', { day: longDate(last_on, locale) })
    case 'paused':
      return t('prepaidPaused', { length: lengthText(months, locale), day: longDate(first_on, locale) })
    case 'over':
      return t('prepaidOver', {
        length: lengthText(months, locale),
        first: longDate(first_on, locale),
        last: longDate(last_on, locale),
      })
    case 'refunded':
      return t('prepaidRefunded', { day: longDate(first_on, locale) })
    default:
      return state satisfies never
  }
}
