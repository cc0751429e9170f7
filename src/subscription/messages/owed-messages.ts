import { defineMessages } from '#shared/messages.ts'
import { owedDe } from './owed-de.ts'
import { owedEn } from './owed-en.ts'

/** The page that pays a declined order. */
export const owedMessages = defineMessages({ en: owedEn, de: owedDe })
