import { defineMessages } from '#shared/messages.ts'
import { returnPagesDe } from './return-pages-de.ts'
import { returnPagesEn } from './return-pages-en.ts'

/** The page that sends something back. */
export const returnPagesMessages = defineMessages({ en: returnPagesEn, de: returnPagesDe })
