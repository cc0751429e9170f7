import { defineMessages } from '#shared/messages.ts'
import { reviewDe } from './review-de.ts'
import { reviewEn } from './review-en.ts'

/** Reviews: the page on which buyers write one, the mails, and why one is not published. */
export const reviewMessages = defineMessages({ en: reviewEn, de: reviewDe })
