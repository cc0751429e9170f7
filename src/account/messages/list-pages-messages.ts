import { defineMessages } from '#shared/messages.ts'
import { listPagesDe } from './list-pages-de.ts'
import { listPagesEn } from './list-pages-en.ts'

/** The links between the parts of a member’s list. */
export const listPagesMessages = defineMessages({ en: listPagesEn, de: listPagesDe })
