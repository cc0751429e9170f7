import { defineMessages } from '#shared/messages.ts'
import { sectionsDe } from './sections-de.ts'
import { sectionsEn } from './sections-en.ts'

/** What sections of pages say by themselves. */
export const sectionsMessages = defineMessages({ en: sectionsEn, de: sectionsDe })
