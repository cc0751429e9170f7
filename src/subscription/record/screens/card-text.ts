import { cardFaceText, cardInSentence, shortExpiry } from '#shared/card-text.ts'
import type { CardFace } from '#shared/card-text.ts'
import type { Subscription } from '#subscription/endpoints.ts'

/** The card that pays, in the middle of a sentence. */
export const cardText = (card: CardFace | null): string =>
  card === null ? 'a card that you choose' : cardInSentence(card)

/** The card with its last month, as a fact of the subscription. */
export const cardFact = (card: Subscription['card']): string => {
  if (card === null) return 'No card is saved.'
  const expiry = shortExpiry(card)
  return expiry === null ? `${cardFaceText(card)}.` : `${cardFaceText(card)}, expires ${expiry}.`
}
