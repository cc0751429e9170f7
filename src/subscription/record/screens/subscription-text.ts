import { subscriptionMessages } from '../../messages/subscription-messages.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'
import { shortExpiry } from '#shared/card-face.ts'
import type { CardFace } from '#shared/card-face.ts'
import { cardFaceText, cardInSentence } from '#shared/messages/card-text.ts'
import type { Subscription } from '#subscription/endpoints.ts'

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

/** The card that pays, in the middle of a sentence. */
export const cardText = (card: CardFace | null, locale: Locale = defaultLocale): string => {
  const t = subscriptionMessages.in(locale)
  return card === null ? t('chosenCard') : cardInSentence(card, locale)
}

/** The card with its last month, as a fact of the subscription. */
export const cardFact = (card: Subscription['card'], locale: Locale = defaultLocale): string => {
  const t = subscriptionMessages.in(locale)

  if (card === null) return t('noCard')
  const expiry = shortExpiry(card)
  const face = cardFaceText(card, locale)
  return expiry === null ? t('cardFace', { card: face }) : t('cardExpires', { card: face, expiry })
}
