import { defineMessages } from '../messages.ts'
import { consentLineDe } from './consent-line-de.ts'
import { consentLineEn } from './consent-line-en.ts'

/** The sentence next to every newsletter form, stored with each consent as its proof. */
export const consentLineMessages = defineMessages({ en: consentLineEn, de: consentLineDe })
