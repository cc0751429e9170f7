import { defineMessages } from '#shared/messages.ts'
import { cardFieldDe } from './card-field-de.ts'
import { cardFieldEn } from './card-field-en.ts'

/** Where a card is entered, and what the bank asks. */
export const cardFieldMessages = defineMessages({ en: cardFieldEn, de: cardFieldDe })
