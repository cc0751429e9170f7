import { defineMessages } from '#shared/messages.ts'
import { uiDe } from './ui-de.ts'
import { uiEn } from './ui-en.ts'

/** What parts of pages say by themselves. */
export const uiMessages = defineMessages({ en: uiEn, de: uiDe })
