import { defineMessages } from '#shared/messages.ts'
import { thankYouDe } from './thank-you-de.ts'
import { thankYouEn } from './thank-you-en.ts'

/** The page after a purchase. */
export const thankYouMessages = defineMessages({ en: thankYouEn, de: thankYouDe })
