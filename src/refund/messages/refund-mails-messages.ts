import { defineMessages } from '#shared/messages.ts'
import { refundMailsDe } from './refund-mails-de.ts'
import { refundMailsEn } from './refund-mails-en.ts'

/** Mails about refunds. */
export const refundMailsMessages = defineMessages({ en: refundMailsEn, de: refundMailsDe })
