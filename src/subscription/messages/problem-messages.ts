import { defineMessages } from '#shared/messages.ts'
import { problemDe } from './problem-de.ts'
import { problemEn } from './problem-en.ts'

/** What is wrong with a card that was declined. */
export const problemMessages = defineMessages({ en: problemEn, de: problemDe })
