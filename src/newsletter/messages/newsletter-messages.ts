import { defineMessages } from '#shared/messages.ts'
import { newsletterDe } from './newsletter-de.ts'
import { newsletterEn } from './newsletter-en.ts'

/** The newsletter form, and the pages of mailed links. */
export const newsletterMessages = defineMessages({ en: newsletterEn, de: newsletterDe })
