import { subscriptionMessages } from '../../messages/subscription-messages.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

/** The reason of a discount on an upcoming order, as the member knows it. */
export const discountText = (code: string, reason: string, locale: Locale = defaultLocale): string => {
  const t = subscriptionMessages.in(locale)

  switch (reason) {
    case 'bundle':
      return t('bundle')
    case 'stackable':
      return t('stackable')
    case 'automatic':
      return t('automatic')
    case 'forever':
      return t('codeForever', { code })
    case 'renewals':
      return t('codeRenewals', { code })
    default:
      return t('codeOnce', { code })
  }
}

/** Why a code gives no discount, as the end of a sentence. */
export const couponRefusalText = (reason: string, locale: Locale = defaultLocale): string => {
  const t = subscriptionMessages.in(locale)

  switch (reason) {
    case 'not-started':
      return t('refusedNotStarted')
    case 'expired':
      return t('refusedExpired')
    case 'exhausted':
      return t('refusedExhausted')
    case 'already-used':
      return t('refusedUsed')
    case 'no-matching-plan':
      return t('refusedPlan')
    case 'not-stackable':
      return t('refusedStack')
    case 'first-order-only':
      return t('refusedFirst')
    default:
      return t('refusedUnknown')
  }
}
