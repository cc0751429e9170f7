import { defineMessages } from '#shared/messages.ts'
import { cardsDe } from './cards-de.ts'
import { cardsEn } from './cards-en.ts'

/** The pages of a member’s saved cards, where a card is entered, and what the bank asks. */
export const cardsMessages = defineMessages({ en: cardsEn, de: cardsDe })
