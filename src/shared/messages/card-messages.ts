import { defineMessages } from '../messages.ts'
import { cardDe } from './card-de.ts'
import { cardEn } from './card-en.ts'

/** What a card is called. */
export const cardMessages = defineMessages({ en: cardEn, de: cardDe })
