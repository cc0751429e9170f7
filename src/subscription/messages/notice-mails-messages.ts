import { defineMessages } from '#shared/messages.ts'
import { noticeMailsDe } from './notice-mails-de.ts'
import { noticeMailsEn } from './notice-mails-en.ts'

/** Advance notices about a subscription. */
export const noticeMailsMessages = defineMessages({ en: noticeMailsEn, de: noticeMailsDe })
