import { defineMessages } from '#shared/messages.ts'
import { giftPagesDe } from './gift-pages-de.ts'
import { giftPagesEn } from './gift-pages-en.ts'

/** A gift, for whom it is and who gives it. */
export const giftPagesMessages = defineMessages({ en: giftPagesEn, de: giftPagesDe })
