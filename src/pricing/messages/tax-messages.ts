import { defineMessages } from '#shared/messages.ts'
import { taxDe } from './tax-de.ts'
import { taxEn } from './tax-en.ts'

/** What a tax is called, and why it is an estimate. */
export const taxMessages = defineMessages({ en: taxEn, de: taxDe })
