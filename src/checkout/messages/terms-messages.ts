import { defineMessages } from '#shared/messages.ts'
import { termsDe } from './terms-de.ts'
import { termsEn } from './terms-en.ts'

/** What somebody agrees to at the pay button, and renewals after it. */
export const termsMessages = defineMessages({ en: termsEn, de: termsDe })
