import { shortExpiry } from '#shared/card-face.ts'
import { cardFaceText, cardInSentence } from '#shared/messages/card-text.ts'
import type { CardFace } from '#shared/card-face.ts'
import type { Subscription } from '#subscription/endpoints.ts'
import { subscriptionMessages } from '../../messages/subscription-messages.ts'
import { defaultLocale } from '#shared/locale.ts'
import type { Locale } from '#shared/locale.ts'

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
