import { defineMessages } from '#shared/messages.ts'
import { giftDe } from './gift-de.ts'
import { giftEn } from './gift-en.ts'

/** A gift: its pages, for whom it is and who gives it, and its mails. */
export const giftMessages = defineMessages({ en: giftEn, de: giftDe })
