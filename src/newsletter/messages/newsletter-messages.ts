import { defineMessages } from '#shared/messages.ts'
import { newsletterDe } from './newsletter-de.ts'
import { newsletterEn } from './newsletter-en.ts'

/** The newsletter: its form, the pages of mailed links, and the mails apart from its issues. */
export const newsletterMessages = defineMessages({ en: newsletterEn, de: newsletterDe })
