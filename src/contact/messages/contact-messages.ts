import { defineMessages } from '#shared/messages.ts'
import { contactDe } from './contact-de.ts'
import { contactEn } from './contact-en.ts'

/** The forms by which people write to the shop, and the answer of staff. */
export const contactMessages = defineMessages({ en: contactEn, de: contactDe })
