import { defineMessages } from '#shared/messages.ts'
import { contactMailsDe } from './contact-mails-de.ts'
import { contactMailsEn } from './contact-mails-en.ts'

/** The answer of staff to a message. */
export const contactMailsMessages = defineMessages({ en: contactMailsEn, de: contactMailsDe })
