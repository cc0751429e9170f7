import { defineMessages } from '#shared/messages.ts'
import { discountDe } from './discount-de.ts'
import { discountEn } from './discount-en.ts'

/** What was taken off, when it was no code of the buyer. */
export const discountMessages = defineMessages({ en: discountEn, de: discountDe })
