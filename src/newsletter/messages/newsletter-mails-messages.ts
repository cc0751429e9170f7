import { defineMessages } from '#shared/messages.ts'
import { newsletterMailsDe } from './newsletter-mails-de.ts'
import { newsletterMailsEn } from './newsletter-mails-en.ts'

/** Mails to subscribers of the newsletter, apart from its issues. */
export const newsletterMailsMessages = defineMessages({ en: newsletterMailsEn, de: newsletterMailsDe })
