import { isLink } from '../card-face.ts'
import type { CardFace } from '../card-face.ts'
import { defaultLocale } from '../locale.ts'
import type { Locale } from '../locale.ts'
import { cardMessages } from './card-messages.ts'

/** `Card ending 4242`, or `Link`. */
export const cardFaceText = (card: CardFace, locale: Locale = defaultLocale): string =>
  isLink(card) ? 'Link' : cardMessages.in(locale)('ending', { last4: card.last4 })

/** The same within a sentence: `the card ending 4242`, or `Link`. */
export const cardInSentence = (card: CardFace, locale: Locale = defaultLocale): string =>
  isLink(card) ? 'Link' : cardMessages.in(locale)('endingInSentence', { last4: card.last4 })

/** `Visa ending in 4242`, or `Link`. */
export const brandedCardText = (card: CardFace, locale: Locale = defaultLocale): string => {
  if (isLink(card)) return 'Link'
  const brand = `${card.brand.charAt(0).toUpperCase()}${card.brand.slice(1)}`
  return cardMessages.in(locale)('branded', { brand, last4: card.last4 })
}
