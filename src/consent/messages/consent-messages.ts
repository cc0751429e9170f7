import { defineMessages } from '#shared/messages.ts'
import { consentDe } from './consent-de.ts'
import { consentEn } from './consent-en.ts'

/** What visitors allow: the question, and the page with each choice. */
export const consentMessages = defineMessages({ en: consentEn, de: consentDe })
