import { defineMessages } from '#shared/messages.ts'
import { documentDe } from './document-de.ts'
import { documentEn } from './document-en.ts'

/** What invoices and credit notes say, on a page and on paper. */
export const documentMessages = defineMessages({ en: documentEn, de: documentDe })
