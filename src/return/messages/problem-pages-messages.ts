import { defineMessages } from '#shared/messages.ts'
import { problemPagesDe } from './problem-pages-de.ts'
import { problemPagesEn } from './problem-pages-en.ts'

/** The page that says what is wrong with an order. */
export const problemPagesMessages = defineMessages({ en: problemPagesEn, de: problemPagesDe })
