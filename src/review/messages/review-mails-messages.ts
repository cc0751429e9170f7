import { defineMessages } from '#shared/messages.ts'
import { reviewMailsDe } from './review-mails-de.ts'
import { reviewMailsEn } from './review-mails-en.ts'

/** Mails about reviews, and why one is not published. */
export const reviewMailsMessages = defineMessages({ en: reviewMailsEn, de: reviewMailsDe })
