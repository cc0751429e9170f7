import type { Translated } from '../messages.ts'
import type { cardEn } from './card-en.ts'

export const cardDe = {
  branded: '{brand} mit der Endung {last4}',
  ending: 'Karte mit der Endung {last4}',
  endingInSentence: 'der Karte mit der Endung {last4}',
} satisfies Translated<typeof cardEn>
